package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifeSignsTest {

    private static final Instant BEGIN = Instant.parse("2026-11-29T12:00:00Z");

    /** d: says that it is not alive, a: alive, n: no answer. */
    @ParameterizedTest
    @CsvSource({
        "dd, false",
        "ddd, true",
        "ddaddd, true",
        "ddaddadd, false",
        "nnnnnn, false",
        "ddndd, false"
    })
    void believesANoThatComesThreeTimesInARow(String answers, boolean gone) {
        Queue<Character> left = new ArrayDeque<>(answers.chars().mapToObj(c -> (char) c).toList());
        LifeSigns signs = new LifeSigns(() -> denied(left.remove()));

        boolean last = false;
        for (int i = 0; i < answers.length(); i++) {
            last = signs.areGone(BEGIN.plus(Duration.ofSeconds(10L * i)));
        }

        assertThat(last).isEqualTo(gone);
    }

    @ParameterizedTest
    @CsvSource({"500, 19, false", "500, 21, true"})
    void asksEveryTenSeconds(int everyMillis, int seconds, boolean gone) {
        LifeSigns signs = new LifeSigns(() -> true);

        assertThat(
                        IntStream.rangeClosed(0, seconds * 1_000 / everyMillis)
                                .anyMatch(
                                        look ->
                                                signs.areGone(
                                                        BEGIN.plusMillis(
                                                                (long) look * everyMillis))))
                .isEqualTo(gone);
    }

    private static boolean denied(char answer) throws IOException {
        if (answer == 'n') {
            throw new SocketTimeoutException();
        }
        return answer == 'd';
    }
}
