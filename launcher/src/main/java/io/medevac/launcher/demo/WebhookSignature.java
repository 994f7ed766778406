package io.medevac.launcher.demo;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks a webhook call as its receiver would: Standard Webhooks, version 1. Written apart from the
 * notifier on purpose, so that one mistake cannot hide the other.
 */
final class WebhookSignature {

    private WebhookSignature() {}

    /** Whether one of the signatures of the call was made with this secret ({@code whsec_…}). */
    static boolean isGenuine(Facts.Webhook call, String secret) {
        String id = call.headers().getOrDefault("webhook-id", "");
        String time = call.headers().getOrDefault("webhook-timestamp", "");
        byte[] wanted = sign(secret, id + "." + time + "." + call.body());
        return Arrays.stream(call.headers().getOrDefault("webhook-signature", "").split(" ", -1))
                .filter(part -> part.startsWith("v1,"))
                .map(part -> part.substring(3).getBytes(StandardCharsets.US_ASCII))
                .anyMatch(given -> MessageDigest.isEqual(given, wanted));
    }

    private static byte[] sign(String secret, String text) {
        try {
            byte[] key = Base64.getDecoder().decode(secret.strip().substring("whsec_".length()));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return Base64.getEncoder().encode(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
