package io.medevac.launcher.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {

    @Test
    void givesTheSmallestDurationThatSoManyPercentDoNotExceed() {
        Percentiles hundred =
                new Percentiles(
                        IntStream.rangeClosed(1, 100)
                                .map(i -> 101 - i)
                                .mapToObj(Duration::ofMillis)
                                .toList());
        Percentiles three =
                new Percentiles(
                        List.of(Duration.ofMillis(3), Duration.ofMillis(1), Duration.ofMillis(2)));

        assertThat(hundred.at(50)).isEqualTo(Duration.ofMillis(50));
        assertThat(hundred.at(99)).isEqualTo(Duration.ofMillis(99));
        assertThat(three.at(50)).isEqualTo(Duration.ofMillis(2));
        assertThat(three.at(99)).isEqualTo(Duration.ofMillis(3));
        assertThat(three.millis(50)).isEqualTo("2.0");
        assertThat(hundred.ratioTo(three)).isEqualTo(25);
    }

    @Test
    void nothingMeasuredHasNoPercentiles() {
        assertThatThrownBy(() -> new Percentiles(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
