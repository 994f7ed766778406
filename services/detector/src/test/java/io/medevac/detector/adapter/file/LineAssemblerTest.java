package io.medevac.detector.adapter.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.adapter.file.LineAssembler.Line;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineAssemblerTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 1000})
    void givesTheSameLinesHoweverTheBytesCome(int piece) {
        String text = "first\n\nsecond äöü 4月\r\nthird\n";
        LineAssembler assembler = new LineAssembler(100);

        List<Line> lines = feed(assembler, text.getBytes(UTF_8), piece);

        assertThat(lines)
                .containsExactly(
                        new Line(100, "first", false),
                        new Line(106, "", false),
                        new Line(107, "second äöü 4月\r", false),
                        new Line(127, "third", false));
        assertThat(assembler.lineStart()).isEqualTo(133);
    }

    @Test
    void waitsForTheRestOfALine() {
        LineAssembler assembler = new LineAssembler(0);

        assertThat(feed(assembler, "one\ntw".getBytes(UTF_8), 100)).hasSize(1);
        assertThat(assembler.lineStart()).isEqualTo(4);
        assertThat(assembler.position()).isEqualTo(6);
        assertThat(feed(assembler, "o\n".getBytes(UTF_8), 100))
                .containsExactly(new Line(4, "two", false));
    }

    @Test
    void cutsALineThatIsTooLongAndGoesOnAfterIt() {
        String tooLong = "x".repeat(LineAssembler.LIMIT + 10);
        LineAssembler assembler = new LineAssembler(0);

        List<Line> lines = feed(assembler, (tooLong + "\nnext\n").getBytes(UTF_8), 1000);

        assertThat(lines)
                .containsExactly(
                        new Line(0, tooLong.substring(10), true),
                        new Line(tooLong.length() + 1, "next", false));
    }

    @Test
    void replacesBytesThatAreNoText() {
        LineAssembler assembler = new LineAssembler(0);

        assertThat(feed(assembler, new byte[] {'a', (byte) 0xff, (byte) 0xc3, '\n'}, 1))
                .containsExactly(new Line(0, "a\uFFFD\uFFFD", false));
    }

    @Test
    void endsALineThatWillHaveNoEnd() {
        LineAssembler assembler = new LineAssembler(0);
        feed(assembler, "one\ntwo".getBytes(UTF_8), 100);

        assertThat(assembler.end()).contains(new Line(4, "two", false));
        assertThat(assembler.end()).isEmpty();
        assertThat(assembler.lineStart()).isEqualTo(7);
    }

    private static List<Line> feed(LineAssembler assembler, byte[] bytes, int piece) {
        List<Line> lines = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += piece) {
            int count = Math.min(piece, bytes.length - from);
            byte[] part = new byte[count];
            System.arraycopy(bytes, from, part, 0, count);
            assembler.feed(part, count, lines::add);
        }
        return lines;
    }
}
