package io.medevac.detector.adapter.file;

import io.medevac.detector.adapter.file.LineAssembler.Line;
import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelLineParser;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An open kernel log, read from a position on. It stays readable when it is renamed or removed. */
final class LogFile implements Closeable {
    private static final int BLOCK = 64 * 1024;

    private final Path path;
    private final FileOrigin origin;
    private final FileChannel channel;
    private final LineAssembler assembler;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK);

    private LogFile(Path path, FileOrigin origin, FileChannel channel, long position) {
        this.path = path;
        this.origin = origin;
        this.channel = channel;
        this.assembler = new LineAssembler(position);
    }

    /**
     * Opens a file.
     *
     * @param path where it is now
     * @param position begin of the first line to read
     */
    static LogFile open(Path path, FileOrigin origin, long position) throws IOException {
        return new LogFile(path, origin, FileChannel.open(path, StandardOpenOption.READ), position);
    }

    /** Where it was when it was opened. */
    Path path() {
        return path;
    }

    FileOrigin origin() {
        return origin;
    }

    /** Position up to which bytes were read. */
    long position() {
        return assembler.position();
    }

    /** Position after the last complete line. */
    long lineStart() {
        return assembler.lineStart();
    }

    long size() throws IOException {
        return channel.size();
    }

    /** Lines of the next block; empty optional at the end of the file. */
    Optional<List<Line>> next() throws IOException {
        block.clear();
        int count = channel.read(block, assembler.position());
        if (count <= 0) {
            return Optional.empty();
        }
        List<Line> lines = new ArrayList<>();
        assembler.feed(block.array(), count, lines::add);
        return Optional.of(lines);
    }

    /** The last line, which has no end and will get none. */
    Optional<Line> rest() {
        return assembler.end();
    }

    /** Where the last boot begins that the file shows from this position on; does not move on. */
    OptionalLong lastBoot(long from) throws IOException {
        LineAssembler scan = new LineAssembler(from);
        long[] found = {-1};
        ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
        for (int count; (count = channel.read(bytes, scan.position())) > 0; bytes.clear()) {
            scan.feed(
                    bytes.array(),
                    count,
                    line -> {
                        if (beginsBoot(line.text())) {
                            found[0] = line.position();
                        }
                    });
        }
        return found[0] < 0 ? OptionalLong.empty() : OptionalLong.of(found[0]);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean beginsBoot(String line) {
        return KernelLineParser.parse(line).stream()
                .anyMatch(parsed -> parsed.fact() instanceof BootStarted);
    }
}
