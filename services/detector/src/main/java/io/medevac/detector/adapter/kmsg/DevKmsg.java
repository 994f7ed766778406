package io.medevac.detector.adapter.kmsg;

import io.medevac.detector.adapter.file.LineAssembler;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The ring as Linux shows it: each read of the device gives one record, and waits for it. */
final class DevKmsg implements KernelBuffer {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path UPTIME = Path.of("/proc/uptime");

    /** Longer than any record: the kernel refuses to give a part of one. */
    private static final int RECORD = 64 * 1024;

    private static final int TO_MILLIS = 3;

    private final Path device;

    DevKmsg(Path device) {
        this.device = device;
    }

    @Override
    public String bootId() throws IOException {
        return Files.readString(BOOT_ID).strip();
    }

    @Override
    public Duration uptime() throws IOException {
        String seconds = Files.readString(UPTIME).strip().replaceFirst(" .*", "");
        return Duration.ofMillis(new BigDecimal(seconds).movePointRight(TO_MILLIS).longValue());
    }

    @Override
    public Records open() throws IOException {
        return new Open(FileChannel.open(device, StandardOpenOption.READ));
    }

    /** The open device; closing it ends a read that waits. */
    private static final class Open implements Records {
        private final FileChannel channel;
        private final LineAssembler lines = new LineAssembler(0);
        private final ByteBuffer bytes = ByteBuffer.allocate(RECORD);

        Open(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public List<KmsgRecord> next() throws IOException {
            List<KmsgRecord> records = new ArrayList<>(1);
            while (records.isEmpty()) {
                bytes.clear();
                int count = channel.read(bytes);
                if (count < 0) {
                    throw new EOFException("it has an end: is it /dev/kmsg?");
                }
                lines.feed(
                        bytes.array(),
                        count,
                        line -> KmsgRecord.of(line.text()).ifPresent(records::add));
            }
            return records;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
