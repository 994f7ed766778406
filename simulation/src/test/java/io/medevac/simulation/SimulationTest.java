package io.medevac.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.incident.StateName;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Thousands of histories, each from its own seed; a seed that breaks a rule tells its story. */
class SimulationTest {

    @Test
    void noHistoryBreaksARule() {
        long first = Long.getLong("medevac.seed", 1);
        int histories = Integer.getInteger("medevac.histories", 2_000);

        Counts counts =
                LongStream.range(first, first + histories)
                        .parallel()
                        .mapToObj(seed -> new History(seed).run())
                        .reduce(Counts.NONE, Counts::plus);

        System.out.printf(
                "simulation: %d histories from seed %d held: incidents %s, %d requeues, %d looks, %d"
                        + " crashes%n",
                counts.histories(),
                first,
                counts.incidents(),
                counts.requeues(),
                counts.looks(),
                counts.crashes());
        assertThat(counts.histories()).isEqualTo(histories);
        assertThat(counts.incidents().keySet())
                .as("ways out that were seen")
                .contains(
                        StateName.RECOVERED,
                        StateName.ESCALATED,
                        StateName.CANCELLED,
                        StateName.NOT_NEEDED,
                        StateName.HELD);
    }
}
