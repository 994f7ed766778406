package io.medevac.backing.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Up to where the connector has sent everything.
 *
 * @param lsn place in the write-ahead log
 * @param complete false while it sends what the tables hold
 */
record Position(long lsn, boolean complete) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Position that is stored in a file. */
    static Optional<Position> in(Path offsets) throws IOException {
        for (ByteBuffer value : SafeFileOffsets.read(offsets).values()) {
            return Optional.of(of(StandardCharsets.UTF_8.decode(value.duplicate()).toString()));
        }
        return Optional.empty();
    }

    private static Position of(String json) throws IOException {
        JsonNode offset = JSON.readTree(json);
        JsonNode processed = offset.path("lsn_proc");
        long lsn = processed.isNumber() ? processed.asLong() : offset.path("lsn").asLong();
        boolean snapshot = offset.hasNonNull("snapshot");
        return new Position(lsn, !snapshot || offset.path("snapshot_completed").asBoolean());
    }
}
