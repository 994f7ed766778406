package io.medevac.domain.remediation.step;

import static io.medevac.domain.remediation.Samples.ENFORCE;
import static io.medevac.domain.remediation.Samples.POD;
import static io.medevac.domain.remediation.Samples.T0;
import static io.medevac.domain.remediation.Samples.decide;
import static io.medevac.domain.remediation.Samples.in;
import static io.medevac.domain.remediation.Samples.pod;
import static io.medevac.domain.remediation.Samples.quarantined;
import static io.medevac.domain.remediation.Samples.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState.Draining;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeDrained;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationHeld;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.domain.remediation.policy.DrainPolicy;
import io.medevac.domain.remediation.policy.DrainPolicy.OnTimeout;
import io.medevac.domain.remediation.policy.DrainPolicy.OnUnreachable;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final PodRef SLURMD = new PodRef("slurm", "slurmd-1", "pod-2");
    private static final PodRef PLUGIN = new PodRef("kube-system", "plugin-1", "pod-3");
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private final Incident incident = in(new Draining(T0, List.of(), false));

    @Test
    void evictsOnlyPodsThatMustLeave() {
        Decision decision = decide(incident, all(false), T0.plusSeconds(1));

        assertThat(decision.effects()).containsExactly(new Effect.EvictPod(POD));
        assertThat(((Draining) decision.next().state()).asked()).containsExactly(POD);
    }

    @Test
    void waitsForPodsThatAreEnding() {
        Decision decision = decide(incident, all(true), T0.plusSeconds(1));

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.next().state().name()).isEqualTo(StateName.DRAINING);
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(2));
    }

    @Test
    void tellsWhoLeftAndWhoStays() {
        Incident asked = in(new Draining(T0, List.of(POD), false));

        Decision decision =
                decide(
                        asked,
                        seen(quarantined())
                                .pods(
                                        pod(SLURMD, PodKind.SLURMD, false),
                                        pod(PLUGIN, PodKind.DAEMON_SET, false)),
                        T0.plusSeconds(3));

        assertThat(decision.next().state().name()).isEqualTo(StateName.REPLACING);
        assertThat(decision.events())
                .containsExactly(new NodeDrained(List.of(POD), List.of(SLURMD, PLUGIN), false));
    }

    @Test
    void aRefusedEvictionIsTriedAgainLater() {
        Decision decision =
                decide(
                        incident,
                        blocked(seen(quarantined()).pods(pod(POD, PodKind.EVICTABLE, false))),
                        T0.plusSeconds(1));

        assertThat(decision.effects()).isEmpty();
        assertThat(decision.lookAgainAt()).isEqualTo(T0.plusSeconds(6));
        assertThat(decision.next().state().name()).isEqualTo(StateName.DRAINING);
    }

    @Test
    void pastTheDeadlineAPersonIsToldWhichBudgetBlocksAndEvictionsGoOn() {
        Instant late = T0.plus(TIMEOUT);

        Decision first = decide(incident, all(false), late);
        Decision told = decide(first.next(), blocked(all(false)), late);
        Decision again = decide(told.next(), all(false), late.plusSeconds(5));
        Decision gone = decide(again.next(), seen(quarantined()), late.plusSeconds(9));

        assertThat(first.events()).isEmpty();
        assertThat(first.effects()).hasSize(1);
        assertThat(held(told))
                .singleElement()
                .returns("BudgetBlocks", GateAnswer::reason)
                .extracting(GateAnswer::detail)
                .asString()
                .contains("needs 3 healthy pods");
        assertThat(again.events()).isEmpty();
        assertThat(again.effects()).containsExactly(new Effect.EvictPod(POD));
        assertThat(gone.next().state().name()).isEqualTo(StateName.REPLACING);
        assertThat(gone.events()).hasSize(1);
    }

    @Test
    void pastTheDeadlineThePolicyMayForce() {
        Decision decision =
                decide(
                        incident,
                        all(false),
                        policy(OnTimeout.FORCE, OnUnreachable.HOLD),
                        T0.plus(TIMEOUT));

        assertThat(decision.effects()).containsExactly(new Effect.DeletePod(POD, true));
        assertThat(((Draining) decision.next().state()).forced()).isTrue();
    }

    @Test
    void aPodOnALivingNodeIsNeverTakenAwayWithoutItsGrace() {
        Decision decision =
                decide(
                        incident,
                        all(true),
                        policy(OnTimeout.FORCE, OnUnreachable.OUT_OF_SERVICE),
                        T0.plus(TIMEOUT.multipliedBy(3)));

        assertThat(decision.effects()).isEmpty();
        assertThat(held(decision)).extracting(GateAnswer::reason).containsExactly("StillEnding");
    }

    @Test
    void asksTheOwnersOnceMore() {
        Decision decision =
                decide(
                        incident,
                        seen(quarantined().label(WellKnown.OPT_OUT, "forbid"))
                                .pods(pod(POD, PodKind.EVICTABLE, false)),
                        T0.plusSeconds(1));
        Decision lifted = decide(decision.next(), all(false), T0.plusSeconds(60));

        assertThat(decision.effects()).isEmpty();
        assertThat(held(decision)).extracting(GateAnswer::reason).containsExactly("NodeForbids");
        assertThat(decision.next().state().inFlight()).isTrue();
        assertThat(lifted.next().state().name()).isEqualTo(StateName.DRAINING);
        assertThat(lifted.next().state().since()).isEqualTo(T0.plusSeconds(60));
        assertThat(lifted.effects()).hasSize(1);
    }

    @Test
    void podsOfADeletedNodeAreRemoved() {
        Decision decision =
                decide(
                        incident,
                        seen(null).pods(pod(POD, PodKind.EVICTABLE, true)),
                        T0.plusSeconds(1));

        assertThat(decision.effects()).containsExactly(new Effect.DeletePod(POD, false));
        assertThat(((Draining) decision.next().state()).forced()).isTrue();
    }

    @Test
    void aSilentNodeIsNotTakenForOff() {
        Decision before = decide(incident, silent(T0.minusSeconds(299)), T0);
        Decision after = decide(incident, silent(T0.minusSeconds(300)), T0);

        assertThat(before.next().state().name()).isEqualTo(StateName.DRAINING);
        assertThat(held(after)).extracting(GateAnswer::reason).containsExactly("NodeUnreachable");
        assertThat(after.effects()).containsExactly(new Effect.EvictPod(POD));
    }

    @Test
    void aSilentNodeIsOffWhereTheSiteSaysSo() {
        RemediationPolicy site = policy(OnTimeout.HOLD, OnUnreachable.OUT_OF_SERVICE);
        Instant since = T0.minusSeconds(300);
        Samples.Node tainted =
                quarantined().readiness(Readiness.UNREACHABLE, since).taint(Taint.outOfService());

        Decision first = decide(incident, silent(since), site, T0);
        Decision then =
                decide(
                        first.next(),
                        seen(tainted).pods(pod(POD, PodKind.EVICTABLE, true)),
                        site,
                        T0);

        assertThat(first.effects()).singleElement().isInstanceOf(Effect.TaintOutOfService.class);
        assertThat(then.effects()).isEmpty();
        assertThat(((Draining) then.next().state()).forced()).isTrue();
    }

    @Test
    void aNodeThatSaysItIsNotReadyIsAlive() {
        Decision decision =
                decide(
                        incident,
                        seen(quarantined().readiness(Readiness.NOT_READY, T0.minusSeconds(3600)))
                                .pods(pod(POD, PodKind.EVICTABLE, false)),
                        policy(OnTimeout.HOLD, OnUnreachable.OUT_OF_SERVICE),
                        T0);

        assertThat(decision.effects()).containsExactly(new Effect.EvictPod(POD));
    }

    private static Samples.Seen all(boolean terminating) {
        return seen(quarantined())
                .pods(
                        pod(POD, PodKind.EVICTABLE, terminating),
                        pod(SLURMD, PodKind.SLURMD, false),
                        pod(PLUGIN, PodKind.DAEMON_SET, false));
    }

    private static Samples.Seen silent(Instant since) {
        return seen(quarantined().readiness(Readiness.UNREACHABLE, since))
                .pods(pod(POD, PodKind.EVICTABLE, false));
    }

    private static Samples.Seen blocked(Samples.Seen seen) {
        return seen.attempt(
                "EvictPod",
                Attempt.Result.BLOCKED,
                "The disruption budget a needs 3 healthy pods and has 3 currently");
    }

    private static List<GateAnswer> held(Decision decision) {
        RemediationEvent event = decision.events().getFirst();
        return GateAnswer.holding(((RemediationHeld) event).answers());
    }

    private static RemediationPolicy policy(OnTimeout onTimeout, OnUnreachable onUnreachable) {
        PoolPolicy base = ENFORCE.defaults();
        return new RemediationPolicy(
                new PoolPolicy(
                        base.mode(),
                        base.budgetPercent(),
                        base.breakerPercent(),
                        base.cooldown(),
                        base.quarantineTimeout(),
                        base.vacateTimeout(),
                        new DrainPolicy(TIMEOUT, onTimeout, Duration.ofMinutes(5), onUnreachable),
                        base.replaceTimeout(),
                        base.verifyTimeout(),
                        base.recheckInterval(),
                        base.retryInterval()),
                Map.of(),
                List.of());
    }
}
