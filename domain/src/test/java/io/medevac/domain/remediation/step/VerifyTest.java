package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.EVENT;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.replacement;
import static io.medevac.domain.remediation.Samples.seen;
import static io.medevac.domain.remediation.Samples.vacated;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Evacuation;
import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Closed;
import io.medevac.domain.remediation.incident.IncidentState.Verifying;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import io.medevac.domain.remediation.incident.StateName;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class VerifyTest {
    private static final Fact JOINED = new Fact.SlurmNodeJoined(EVENT, "gpu-8");
    private static final Instant DEADLINE = T0.plusSeconds(1800);
    private final Incident waiting = verifying(vacated(12L, 13L));

    @Test
    void waitsForEveryJob() {
        Incident one = waiting.with(JOINED).with(new Fact.JobResumed(EVENT, 12));

        assertThat(look(one, T0.plusSeconds(9)).next()).isEqualTo(one);
    }

    @Test
    void closesWhenEveryJobRunsAgain() {
        Incident both =
                waiting.with(JOINED)
                        .with(new Fact.JobResumed(EVENT, 12))
                        .with(new Fact.JobResumed(EVENT, 13));

        assertThat(look(both, T0.plusSeconds(9)).next().state())
                .isInstanceOfSatisfying(
                        Closed.class,
                        end -> {
                            assertThat(end.name()).isEqualTo(StateName.RECOVERED);
                            assertThat(end.reason())
                                    .isEqualTo(
                                            "gpu-8 serves in place of gpu-1; running again: 12, 13");
                        });
    }

    @Test
    void waitsForTheReplacementToJoinSlurm() {
        assertThat(state(verifying(vacated()), T0)).isEqualTo(StateName.VERIFYING);
        assertThat(state(verifying(vacated()).with(JOINED), T0)).isEqualTo(StateName.RECOVERED);
    }

    @Test
    void aNodeThatServesNoSlurmNodeIsNotWaitedFor() {
        Evacuation noSlurm = new Evacuation("", null, null, java.util.List.of());

        assertThat(state(verifying(noSlurm), T0)).isEqualTo(StateName.RECOVERED);
    }

    @Test
    void aJobThatIsLostNeedsAPerson() {
        Incident lost =
                waiting.with(JOINED)
                        .with(new Fact.JobLost(EVENT, 12, "NODE_FAIL"))
                        .with(new Fact.JobEnded(EVENT, 13));

        Decision decision = look(lost, T0.plusSeconds(9));

        assertThat(decision.next().state().name()).isEqualTo(StateName.ESCALATED);
        assertThat(decision.events())
                .first()
                .isEqualTo(
                        new RemediationFailed(
                                StateName.VERIFYING,
                                "jobs were lost: 12 (NODE_FAIL)",
                                "See why, and submit again: scontrol show job 12"));
    }

    @Test
    void aJobThatDoesNotComeBackNeedsAPersonAtTheDeadline() {
        Incident one = waiting.with(JOINED).with(new Fact.JobResumed(EVENT, 12));

        assertThat(state(one, DEADLINE.minusMillis(1))).isEqualTo(StateName.VERIFYING);
        assertThat(look(one, DEADLINE).events())
                .first()
                .isEqualTo(
                        new RemediationFailed(
                                StateName.VERIFYING,
                                "gpu-8 serves, but jobs have not come back in time: 13",
                                "See what they wait for: squeue -j 13 --start"));
    }

    private static Incident verifying(Evacuation heard) {
        return in(new Verifying(T0, replacement("gpu-8", true)), heard);
    }

    private static StateName state(Incident incident, Instant now) {
        return look(incident, now).next().state().name();
    }

    private static Decision look(Incident incident, Instant now) {
        return decide(incident, seen(null), now);
    }
}
