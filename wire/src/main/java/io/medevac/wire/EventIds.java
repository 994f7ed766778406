package io.medevac.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/** Event identities (RFC 9562). */
public final class EventIds {
    private static final SecureRandom RANDOM = new SecureRandom();

    private EventIds() {}

    /** A new UUID version 7: sorts by {@code now} (milliseconds), random otherwise. */
    public static UUID next(Instant now) {
        long high = (now.toEpochMilli() << 16) | 0x7000L | RANDOM.nextInt(0x1000);
        return new UUID(high, variant(RANDOM.nextLong()));
    }

    /**
     * A UUID version 8 from SHA-256 of the parts: the same parts give the same identity, and no two
     * lists of parts run into each other (each part is preceded by its length).
     */
    public static UUID derived(String... parts) {
        MessageDigest digest = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        long high = (hash.getLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x8000L;
        return new UUID(high, variant(hash.getLong()));
    }

    private static long variant(long low) {
        return (low & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
