package io.medevac.notifier.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Secrets of a webhook as Standard Webhooks writes them, one a line. Never in a message or log. */
public final class WebhookSecrets {

    private static final String PREFIX = "whsec_";
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;

    private WebhookSecrets() {}

    /**
     * Reads the keys of a file.
     *
     * @throws IllegalArgumentException in one line without the secret, when the file cannot be read
     *     or holds anything else
     */
    public static List<byte[]> read(Path file) {
        List<byte[]> keys = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank()) {
                    keys.add(key(line.strip(), file));
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file, e);
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(file + " holds no secret");
        }
        return keys;
    }

    private static byte[] key(String secret, Path file) {
        if (secret.startsWith(PREFIX)) {
            try {
                byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
                if (key.length >= MIN_BYTES && key.length <= MAX_BYTES) {
                    return key;
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + " holds no base64 after whsec_", e);
            }
        }
        throw new IllegalArgumentException(
                file + " must hold whsec_ and base64 of 24 to 64 bytes, one secret a line");
    }
}
