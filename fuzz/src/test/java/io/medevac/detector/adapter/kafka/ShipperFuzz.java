package io.medevac.detector.adapter.kafka;

import io.medevac.fuzz.Sound;
import io.medevac.wire.PermanentFailure;
import java.util.Arrays;

/** Records of log shippers: read, or refused with words. */
public final class ShipperFuzz {
    private static final int MOST_KEY = 300;

    private ShipperFuzz() {}

    /** Called for each input: up to its first zero the key, the rest the value. */
    public static void fuzzerTestOneInput(byte[] input) {
        int end = 0;
        while (end < Math.min(input.length, MOST_KEY) && input[end] != 0) {
            end++;
        }
        boolean keyed = end < input.length && input[end] == 0;
        byte[] value = keyed ? Arrays.copyOfRange(input, end + 1, input.length) : input;
        byte[] key = keyed ? Arrays.copyOf(input, end) : null;
        try {
            KernelRecord record = KernelRecord.of(key, value);
            Sound.text("node", record.node(), 253);
            Sound.same(record, KernelRecord.of(key, value));
        } catch (PermanentFailure refused) {
            Sound.check(refused.getMessage() != null, "refused without a word");
        }
    }
}
