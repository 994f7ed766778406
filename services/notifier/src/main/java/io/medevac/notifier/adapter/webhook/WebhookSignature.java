package io.medevac.notifier.adapter.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as Standard Webhooks says: HMAC-SHA256 of {@code id.timestamp.body}, version 1. */
final class WebhookSignature {

    private static final String ALGORITHM = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * Value of {@code webhook-signature}: one {@code v1,<base64>} for each key, separated by a
     * blank.
     *
     * @param timestamp seconds since the epoch
     */
    static String of(String id, long timestamp, String body, List<byte[]> keys) {
        String content = id + "." + timestamp + "." + body;
        return keys.stream()
                .map(key -> "v1," + Base64.getEncoder().encodeToString(hmac(key, content)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] hmac(byte[] key, String content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
