package io.medevac.backing.outbox;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.runtime.WorkerConfig;
import org.apache.kafka.connect.storage.MemoryOffsetBackingStore;

/**
 * Keeps the connector's position in a file that is replaced as a whole. The file store of Kafka
 * Connect writes in place: a crash at that moment leaves half a file, with which the connector
 * never starts again.
 */
public final class SafeFileOffsets extends MemoryOffsetBackingStore {

    private Path file = Path.of("offsets");

    /** Made by the engine, which knows it by name. */
    public SafeFileOffsets() {}

    @Override
    public void configure(WorkerConfig config) {
        super.configure(config);
        file = Path.of(config.getString("offset.storage.file.filename"));
    }

    @Override
    public synchronized void start() {
        super.start();
        data.putAll(read(file));
    }

    /** What is stored in a file; nothing when there is none. */
    static Map<ByteBuffer, ByteBuffer> read(Path file) {
        Map<ByteBuffer, ByteBuffer> stored = new HashMap<>();
        if (!Files.exists(file)) {
            return stored;
        }
        try (InputStream in = Files.newInputStream(file);
                DataInputStream offsets = new DataInputStream(in)) {
            for (int left = offsets.readInt(); left > 0; left--) {
                ByteBuffer key = read(offsets);
                stored.put(key, read(offsets));
            }
            return stored;
        } catch (IOException e) {
            throw new ConnectException("the position in %s cannot be read".formatted(file), e);
        }
    }

    @Override
    protected void save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream offsets = new DataOutputStream(bytes);
            offsets.writeInt(data.size());
            for (Map.Entry<ByteBuffer, ByteBuffer> entry : data.entrySet()) {
                write(offsets, entry.getKey());
                write(offsets, entry.getValue());
            }
            DurableFile.replace(file, bytes.toByteArray());
        } catch (IOException e) {
            throw new ConnectException("the position cannot be stored in " + file, e);
        }
    }

    private static ByteBuffer read(DataInputStream in) throws IOException {
        return ByteBuffer.wrap(in.readNBytes(in.readInt()));
    }

    private static void write(DataOutputStream out, ByteBuffer value) throws IOException {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public Set<Map<String, Object>> connectorPartitions(String connectorName) {
        return Set.of();
    }
}
