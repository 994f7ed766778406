package io.medevac.domain.detection.metric;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.metric.MetricLine.Announced;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.MetricLine.Silent;
import io.medevac.domain.detection.metric.MetricLine.Unreadable;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricLineTest {
    @Test
    void readsLabelsValueAndTime() {
        assertThat(MetricLine.parse("a:b{x=\"1\", y=\"q\\\"\\\\\",} 7.9e+01 1782240297000\r"))
                .isEqualTo(
                        new Sample(
                                "a:b",
                                Map.of("x", "1", "y", "q\"\\"),
                                79,
                                Instant.parse("2026-06-23T18:44:57Z")));
        assertThat(MetricLine.parse("up 1")).isEqualTo(new Sample("up", Map.of(), 1, null));
        assertThat(MetricLine.parse("up{} 1 1782240297.5"))
                .isEqualTo(new Sample("up", Map.of(), 1, Instant.parse("2026-06-23T18:44:57.5Z")));
        assertThat(MetricLine.parse("x 2 # {trace=\"1\"} 3"))
                .isEqualTo(new Sample("x", Map.of(), 2, null));
    }

    @Test
    void readsComments() {
        assertThat(MetricLine.parse("# HELP x what it is")).isEqualTo(new Announced("HELP x"));
        assertThat(MetricLine.parse("# TYPE x gauge")).isEqualTo(new Announced("TYPE x"));
        assertThat(MetricLine.parse("# EOF")).isEqualTo(new Silent());
        assertThat(MetricLine.parse(" ")).isEqualTo(new Silent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x{a=\"1\",e",
                "x{a=\"1",
                "x{a=1} 2",
                "x{a=\"1\"}",
                "x{a=\"1\"b=\"2\"} 1",
                "x",
                "x 0x1p3",
                "x 1d",
                "x 1 now",
                "7 1",
                "<html>",
                "{\"a\":1}"
            })
    void guessesNothing(String line) {
        assertThat(MetricLine.parse(line)).isEqualTo(new Unreadable());
    }

    @Test
    void aLineWithoutEndIsNotRead() {
        assertThat(MetricLine.parse("x{a=\"" + "1".repeat(MetricLine.LONGEST) + "\"} 1"))
                .isEqualTo(new Unreadable());
    }
}
