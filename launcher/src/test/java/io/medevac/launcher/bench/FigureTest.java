package io.medevac.launcher.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void aTimeIsHeldUpToSoManyTimesTheFloor() {
        assertThat(Figure.time("scan", 3.0, "`grep`", 1.0, 3).row())
                .isEqualTo("| scan | 3.00 s | 1.00 s `grep` | 3.0 | 3 times | held |");
        assertThat(Figure.time("scan", 3.1, "`grep`", 1.0, 3).row())
                .isEqualTo("| scan | 3.10 s | 1.00 s `grep` | 3.1 | 3 times | *missed* |");
    }

    @Test
    void aRateIsHeldFromItsGoalOnWhateverTheFloor() {
        assertThat(Figure.rate("faults", 5_000, "plain", 50_000, 5_000).row())
                .isEqualTo("| faults | 5,000/s | 50,000/s plain | 10.0 | 5,000/s | held |");
        assertThat(Figure.rate("faults", 4_999, "plain", 50_000, 5_000).held()).isFalse();
    }

    @Test
    void aDelayIsHeldByItsSlowestHundredth() {
        Percentiles floor = new Percentiles(List.of(Duration.ofMillis(5)));
        Percentiles taken = new Percentiles(List.of(Duration.ofMillis(20), Duration.ofMillis(101)));

        assertThat(Figure.delay("line", taken, "bare", floor, 101).held()).isTrue();
        assertThat(Figure.delay("line", taken, "bare", floor, 100).row())
                .isEqualTo(
                        "| line | p50 20.0, p99 101 ms | p50 5.0, p99 5.0 ms bare | 4.0 | p99 100 ms"
                                + " | *missed* |");
    }

    @Test
    void aDelayIsNotRoundedDownToItsGoal() {
        Percentiles taken = new Percentiles(List.of(Duration.ofNanos(100_900_000)));

        assertThat(Figure.delay("line", taken, "bare", taken, 100).held()).isFalse();
    }

    @Test
    void aFactWithoutAGoalIsNeitherHeldNorMissed() {
        assertThat(Figure.fact("clock", "7/s", "", true).row())
                .isEqualTo("| clock | 7/s |  |  |  |  |");
        assertThat(Figure.fact("lost", "1", "none", false).row())
                .isEqualTo("| lost | 1 |  |  | none | *missed* |");
    }

    @Test
    void theTableHasARowForEachFigure() {
        assertThat(DetectorBench.lines(List.of(Figure.fact("lost", "0", "none", true))))
                .hasSize(5)
                .last()
                .isEqualTo("| lost | 0 |  |  | none | held |");
    }

    @Test
    void readsThePeakOfMemoryFromTheStatusOfAProcess() {
        assertThat(ProcessCpu.peakKiB("Name:\tjava\nVmHWM:\t  101312 kB\nVmRSS:\t 9 kB\n"))
                .isEqualTo(101_312);
        assertThat(ProcessCpu.peakKiB("Name:\tjava\n")).isZero();
    }

    @Test
    void knowsTheProcessorTimeOfAProcess() {
        assertThat(ProcessCpu.seconds(ProcessHandle.current().pid())).isPositive();
    }

    @Test
    void knowsTheMemoryOfAProcess() {
        assertThat(ProcessCpu.residentKiB(ProcessHandle.current().pid())).isGreaterThan(1024);
    }

    @Test
    void addsUpTheSeriesOfAMeter() {
        Meters.Reading reading =
                new Meters.Reading(
                        List.of(
                                "# TYPE scrape_seconds summary",
                                "scrape_seconds_count{result=\"page\"} 12.0",
                                "scrape_seconds_count{result=\"timeout\"} 3.0",
                                "scrape_seconds_sum{result=\"page\"} 0.5"));

        assertThat(reading.sum("scrape_seconds_count")).isEqualTo(15);
        assertThat(reading.sum("scrape_seconds_count{result=\"page\"}")).isEqualTo(12);
        assertThat(reading.sum("late_total")).isZero();
    }
}
