package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import io.medevac.detector.config.DetectorConfig;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether a body is signed by one who knows the secret, as Standard Webhooks says: {@code
 * webhook-signature} is {@code v1,} and base64 of HMAC-SHA256 of {@code id.timestamp.body}. The
 * notifier signs its webhooks likewise. A body that is played again within the tolerance is the
 * same alerts again, which changes nothing.
 */
@ApplicationScoped
public class WebhookSignature {
    private static final Logger LOG = Logger.getLogger(WebhookSignature.class);
    private static final String KEY = "medevac.detector.alerts.hmac-secret-file";
    private static final String ALGORITHM = "HmacSHA256";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int MAX_FILE = 8 * 1024;
    private static final int MOST_SIGNATURES = 16;
    private static final int UNAUTHORIZED = 401;
    private static final int UNAVAILABLE = 503;
    private static final Refusal INCOMPLETE =
            new Refusal(
                    UNAUTHORIZED,
                    "send webhook-id, webhook-timestamp (seconds) and webhook-signature (v1,BASE64)");
    private static final Refusal OLD =
            new Refusal(
                    UNAUTHORIZED,
                    "webhook-timestamp is more than 5 minutes away from the time here");
    private static final Refusal WRONG =
            new Refusal(UNAUTHORIZED, "the signature is by none of the secrets of " + KEY);
    private static final Refusal UNUSABLE =
            new Refusal(
                    UNAVAILABLE,
                    "the file of "
                            + KEY
                            + " wants whsec_ and base64 of 24 to 64 bytes, one secret a line");

    private static final Pattern SECRET = Pattern.compile("whsec_([A-Za-z0-9+/]{32,88}={0,2})");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,12}");
    private static final Pattern SIGNED = Pattern.compile("v1,[A-Za-z0-9+/]{43}=");
    private static final Pattern ID = Pattern.compile("\\S{1,256}");

    private final Optional<Path> file;
    private final InstantSource clock;

    @Inject
    WebhookSignature(DetectorConfig config, InstantSource clock) {
        this(config.alerts().hmacSecretFile(), clock);
    }

    WebhookSignature(Optional<Path> file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * The headers of a request.
     *
     * @param id {@code webhook-id}
     * @param timestamp {@code webhook-timestamp}
     * @param signature {@code webhook-signature}
     */
    public record Signed(
            @Nullable String id, @Nullable String timestamp, @Nullable String signature) {}

    void onStart(@Observes StartupEvent event) {
        if (file.isPresent() && keys().isEmpty()) {
            LOG.warnf("%s: %s", file.get(), UNUSABLE.reason());
        }
    }

    /** Whether there is a secret to sign with. */
    public boolean configured() {
        return file.isPresent();
    }

    /**
     * Empty when the headers can be those of a signed body that is not too old, so that it is worth
     * reading. Reads a small file: not for an event loop.
     */
    public Optional<Refusal> checkHeaders(Signed shown) {
        String id = shown.id();
        String timestamp = shown.timestamp();
        if (id == null
                || timestamp == null
                || !ID.matcher(id).matches()
                || !SECONDS.matcher(timestamp).matches()
                || signatures(shown).noneMatch(one -> SIGNED.matcher(one).matches())) {
            return Optional.of(INCOMPLETE);
        }
        if (keys().isEmpty()) {
            return Optional.of(UNUSABLE);
        }
        long age = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
        return Math.abs(age) > TOLERANCE.toSeconds() ? Optional.of(OLD) : Optional.empty();
    }

    private static Stream<String> signatures(Signed shown) {
        String signature = shown.signature();
        return signature == null
                ? Stream.empty()
                : Arrays.stream(signature.split(" ", MOST_SIGNATURES));
    }

    /** Empty when the request may go on. Reads a small file: not for an event loop. */
    public Optional<Refusal> check(Signed shown, byte[] body) {
        Optional<Refusal> unfit = checkHeaders(shown);
        if (unfit.isPresent()) {
            return unfit;
        }
        byte[] head = (shown.id() + "." + shown.timestamp() + ".").getBytes(StandardCharsets.UTF_8);
        boolean right = false;
        for (byte[] key : keys()) {
            byte[] own = ("v1," + mac(key, head, body)).getBytes(StandardCharsets.UTF_8);
            for (String one : signatures(shown).toList()) {
                right |= MessageDigest.isEqual(own, one.getBytes(StandardCharsets.UTF_8));
            }
        }
        return right ? Optional.empty() : Optional.of(WRONG);
    }

    private static String mac(byte[] key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Empty when the file cannot be used: then nobody is let in. */
    private List<byte[]> keys() {
        if (file.isEmpty()) {
            return List.of();
        }
        try (InputStream in = Files.newInputStream(file.get())) {
            byte[] bytes = in.readNBytes(MAX_FILE + 1);
            List<byte[]> keys = new ArrayList<>();
            for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
                if (line.isBlank()) {
                    continue;
                }
                var secret = SECRET.matcher(line.strip());
                if (bytes.length > MAX_FILE || !secret.matches()) {
                    return List.of();
                }
                keys.add(Base64.getDecoder().decode(secret.group(1)));
            }
            return keys;
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
