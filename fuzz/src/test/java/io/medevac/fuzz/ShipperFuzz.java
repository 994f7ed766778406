package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.detector.adapter.shipped.ShippedRecord;
import io.medevac.wire.PermanentFailure;
import java.util.Arrays;
import java.util.Optional;

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
        byte[] bytes = keyed ? Arrays.copyOfRange(input, end + 1, input.length) : input;
        String value = new String(bytes, UTF_8);
        Optional<String> key =
                keyed
                        ? ShippedRecord.nodeOfKey(new String(input, 0, end, UTF_8))
                        : Optional.empty();
        try {
            ShippedRecord record = ShippedRecord.of(value, key);
            Sound.text("node", record.node(), 253);
            Sound.text("host", record.host(), 255);
            Sound.same(record, ShippedRecord.of(value, key));
        } catch (PermanentFailure refused) {
            Sound.check(refused.getMessage() != null, "refused without a word");
        }
    }
}
