package io.medevac.launcher;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Standard output. Unlike {@code System.out}, tells when its reader has gone, and apart from that
 * when it cannot be written, as on a full disk.
 */
final class StandardOutput extends PrintWriter {
    /** What writing says when the reader of a pipe has gone, where messages are in English. */
    private static final String READER_GONE = "Broken pipe";

    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

    private final Target target;

    private StandardOutput(Target target, Charset charset) {
        super(new BufferedWriter(new OutputStreamWriter(target, charset)));
        this.target = target;
    }

    /** That of this process. */
    static StandardOutput open() {
        return new StandardOutput(
                new Target(new FileOutputStream(FileDescriptor.out), ofAReader()),
                System.out.charset());
    }

    /** One that is kept and has no reader that could go. */
    static StandardOutput to(OutputStream out) {
        return new StandardOutput(new Target(out, false), Charset.defaultCharset());
    }

    /** Why it could not be written; empty when it could, or only its reader has gone. */
    Optional<String> failure() {
        return Optional.ofNullable(target.failure);
    }

    /** Whether it is a pipe or a socket: writing fails there when nobody reads. */
    private static boolean ofAReader() {
        try {
            String what = Files.readSymbolicLink(DESCRIPTOR).toString();
            return what.startsWith("pipe:") || what.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Keeps what a {@link PrintWriter} only knows to have been some failure. */
    private static final class Target extends OutputStream {
        private final OutputStream out;
        private final boolean ofAReader;
        private @Nullable String failure;

        Target(OutputStream out, boolean ofAReader) {
            this.out = out;
            this.ofAReader = ofAReader;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                String why = String.valueOf(e.getMessage());
                if (!ofAReader && !why.contains(READER_GONE)) {
                    failure = why;
                }
                throw e;
            }
        }
    }
}
