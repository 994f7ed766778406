package io.medevac.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.intake.Documents.Broken;
import io.medevac.intake.Documents.Complete;
import io.medevac.intake.Documents.Other;
import io.medevac.intake.Documents.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentsTest {
    private static final int MIB = 1024 * 1024;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":[\"b\",\n{\"c\":1},\n{\"d\":2}\n]\n}",
                "{\"a\":\n{\"b\":\n{}}}",
                "{\"a\":[\n{\"b\":[\n{},\n\n{}]}]}",
                "{\"a\":\"}\",\"b\":[1\n,\n{\"c\":\"{\"}]}"
            })
    void anObjectInColumnZeroIsPartOfTheOneThatIsOpen(String whole) throws IOException {
        assertThat(parts(stream(whole + "\n{\"next\":1}\n")))
                .containsExactly(
                        new Complete(1, whole),
                        new Complete(
                                2 + whole.chars().filter(c -> c == '\n').count(), "{\"next\":1}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"a\":1,", "{", "{\"a\":[1", "{\"a", "{\"a\":{\"b\":\"c\"}", "{\"a\":[{}"})
    void aBrokenObjectEndsWhereALineBeginsWithTheNext(String broken) throws IOException {
        assertThat(parts(stream(broken + "\n{\"next\":1}\n{\"last\":2}")))
                .containsExactly(
                        new Broken(1),
                        new Complete(2, "{\"next\":1}"),
                        new Complete(3, "{\"last\":2}"));
    }

    @Test
    void anObjectThatIsTooLongIsSkippedAndCountedOnce() throws IOException {
        InputStream in =
                concat(
                        stream("{\"kind\":\"Node\",\"x\":\""),
                        new Repeated('a', 64L * MIB),
                        stream("\"}\n{\"next\":1}\n"));

        assertThat(parts(in)).containsExactly(new Broken(1), new Complete(2, "{\"next\":1}"));
    }

    @Test
    void theLongestObjectIsRead() throws IOException {
        String frame = "{\"x\":\"\"}";
        String longest = "{\"x\":\"" + "a".repeat(Documents.LONGEST - frame.length()) + "\"}";

        assertThat(parts(stream(longest))).containsExactly(new Complete(1, longest));
        assertThat(parts(stream(longest.replace("{", "{ ")))).containsExactly(new Broken(1));
    }

    @Test
    void aLineThatIsTooLongIsCut() throws IOException {
        List<Part> parts = parts(concat(new Repeated('a', 8L * MIB), stream("\n{}")));

        assertThat(parts).hasSize(2);
        assertThat(((Other) parts.getFirst()).text()).hasSize(32_769);
        assertThat(parts.getLast()).isEqualTo(new Complete(2, "{}"));
    }

    @ParameterizedTest
    @ValueSource(chars = {'{', '[', '"', 'a', '}', ' '})
    @Timeout(60)
    void endlesslyTheSameTakesBoundedMemoryAndLittleTime(char same) throws IOException {
        long begin = System.nanoTime();

        List<Part> parts =
                parts(concat(stream("{\"a\":"), new Repeated(same, 300L * MIB), stream("\n{}")));

        assertThat(parts.getLast()).isInstanceOf(same == ' ' ? Broken.class : Complete.class);
        assertThat(parts).hasSizeLessThan(4);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(30));
    }

    private static List<Part> parts(InputStream in) throws IOException {
        Documents documents = new Documents(in);
        List<Part> parts = new ArrayList<>();
        for (@Nullable Part part = documents.next(); part != null; part = documents.next()) {
            parts.add(part);
        }
        return parts;
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream concat(InputStream... streams) {
        return new SequenceInputStream(Collections.enumeration(List.of(streams)));
    }

    /** One character so many times. */
    private static final class Repeated extends InputStream {
        private final char what;
        private long left;

        Repeated(char what, long times) {
            this.what = what;
            this.left = times;
        }

        @Override
        public int read() {
            return left-- > 0 ? what : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (left <= 0) {
                return -1;
            }
            int some = (int) Math.min(length, left);
            Arrays.fill(into, from, from + some, (byte) what);
            left -= some;
            return some;
        }
    }
}
