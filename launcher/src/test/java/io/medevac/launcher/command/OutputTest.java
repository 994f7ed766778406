package io.medevac.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.ReaderGone;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class OutputTest {

    private static final int READ_LINES = 2;

    private final List<String> read = new ArrayList<>();
    private final Endless endless = new Endless();
    private final CommandLine line =
            new CommandLine(endless).setOut(new PrintWriter(new ShortReader()));

    @Test
    void aCommandThatWritesForEverEndsWithItsReader() {
        line.setExecutionExceptionHandler(
                (failure, command, result) -> failure instanceof ReaderGone ? 0 : 1);

        assertThat(line.execute()).isZero();
        assertThat(read).containsExactly("line 1", "line 2");
        assertThat(endless.written).isEqualTo(READ_LINES);
    }

    @Test
    void workGoesOnWithoutAReader() {
        for (int i = 0; i <= READ_LINES; i++) {
            endless.output.tell("progress");
        }

        assertThat(read).hasSize(READ_LINES);
    }

    @Command
    private static final class Endless implements Runnable {
        @Mixin private Output output;
        private int written;

        @Override
        public void run() {
            while (true) {
                output.line("line " + (written + 1));
                written++;
            }
        }
    }

    /** Reads two lines and goes away, as {@code head -2} does. */
    private final class ShortReader extends Writer {
        private final StringBuilder line = new StringBuilder();

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            if (read.size() == READ_LINES) {
                throw new IOException("Broken pipe");
            }
            line.append(text, offset, length);
        }

        @Override
        public void flush() {
            if (!line.isEmpty()) {
                read.add(line.toString().strip());
                line.setLength(0);
            }
        }

        @Override
        public void close() {
            flush();
        }
    }
}
