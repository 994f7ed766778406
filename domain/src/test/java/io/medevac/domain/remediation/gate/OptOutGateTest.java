package io.medevac.domain.remediation.gate;

import static io.medevac.domain.remediation.Samples.faulty;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.GateAnswer;
import org.junit.jupiter.api.Test;

class OptOutGateTest {

    @Test
    void passesWhenNobodyForbids() {
        assertThat(ask(seen(faulty())).holds()).isFalse();
    }

    @Test
    void holdsForALabelOfTheNode() {
        assertThat(ask(seen(faulty().label(WellKnown.OPT_OUT, "forbid"))).reason())
                .isEqualTo("NodeForbids");
    }

    @Test
    void holdsForAnAnnotationOfTheNode() {
        assertThat(ask(seen(faulty().annotation(WellKnown.OPT_OUT, "forbid"))).reason())
                .isEqualTo("NodeForbids");
    }

    @Test
    void anotherValueForbidsNothing() {
        assertThat(ask(seen(faulty().label(WellKnown.OPT_OUT, "allow"))).holds()).isFalse();
    }

    @Test
    void holdsForAnyRunningPodOnTheNode() {
        PodView slurmd = new PodView(Samples.POD, PodKind.SLURMD, false, true);
        assertThat(ask(seen(faulty()).pods(slurmd)))
                .returns("PodForbids", GateAnswer::reason)
                .returns(
                        "pod default/exporter has medevac.io/replacement=forbid",
                        GateAnswer::detail);
    }

    @Test
    void aPodThatHasEndedForbidsNothing() {
        PodView ended = new PodView(Samples.POD, PodKind.FINISHED, false, true);
        assertThat(ask(seen(faulty()).pods(ended)).holds()).isFalse();
    }

    private static GateAnswer ask(Samples.Seen seen) {
        return new OptOutGate().ask(Samples.look(Samples.incident(), seen));
    }
}
