package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelLogWatch.Look;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLogWatchTest {
    private static final Instant START = Instant.parse("2026-07-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(400);

    @ParameterizedTest(name = "stored {0}, heard {1}, listening since {2}, now {3}: {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "0, -, 0, 499, 0, false",
                "0, -, 0, 500, 0 blind, true",
                "0 blind, -, 0, 9000, 0 blind, false",
                // heard here, not worth storing yet; then it is
                "0, 99, 0, 110, 0, false",
                "0, 100, 0, 110, 100, false",
                "0, 300, 0, 799, 300, false",
                "0, 300, 0, 800, 300 blind, true",
                // an older time than the stored one says nothing
                "300, 100, 0, 799, 300, false",
                // heard again after a silence: at once
                "0 blind, 900, 0, 901, 900, false",
                "0 blind, 900, 0, 9000, 0 blind, false",
                // nobody listened: that is no silence
                "0, -, 800, 1299, 0, false",
                "0, -, 800, 1300, 0 blind, true"
            })
    void tellsASilenceOnceAndForgetsItWhenTheLogComesAgain(
            String stored,
            @Nullable Long heard,
            long listening,
            long now,
            String after,
            boolean told) {
        Look look =
                watch(stored)
                        .look(
                                "n1",
                                heard == null ? null : at(heard),
                                at(listening),
                                at(now),
                                PATIENCE);

        assertThat(look.after()).isEqualTo(watch(after));
        assertThat(look.told() != null).isEqualTo(told);
    }

    @Test
    void asksForNothing() {
        Finding told =
                KernelLogWatch.begun(START).look("n1", null, START, at(500), PATIENCE).told();

        assertThat(told).isNotNull();
        assertThat(told.node()).isEqualTo("n1");
        assertThat(told.fault().kind()).isEqualTo("BLIND");
        assertThat(told.fault().scope()).isEqualTo(FaultScope.MONITORING);
        assertThat(told.fault().action()).isEqualTo(RecommendedAction.NONE);
        assertThat(told.fault().rule())
                .isEqualTo("kernel log: nothing for 400 s: blind, neither healthy nor broken");
        assertThat(told.fault().message())
                .isEqualTo("nothing from the node's kernel log since 2026-07-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesOnFromItsText(boolean blind) {
        KernelLogWatch watch = new KernelLogWatch(START, blind);

        assertThat(KernelLogWatch.of(watch.text())).contains(watch);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "blind", " blind", "yesterday", "2026-07-01T00:00:00Z deaf"})
    void anotherTextIsNone(String text) {
        assertThat(KernelLogWatch.of(text)).isEmpty();
    }

    private static KernelLogWatch watch(String heardAtAndState) {
        boolean blind = heardAtAndState.endsWith(" blind");
        return new KernelLogWatch(at(Long.parseLong(heardAtAndState.replace(" blind", ""))), blind);
    }

    private static Instant at(long second) {
        return START.plusSeconds(second);
    }
}
