package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.record.SampleIncident;
import io.medevac.launcher.view.ShareOfTime.Eviction;
import io.medevac.launcher.view.ShareOfTime.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShareOfTimeTest {

    private static final Instant WRITTEN = SampleIncident.WRITTEN;

    @Test
    void countsAsTheirsOnlyWhatOthersDid() {
        ShareOfTime shares = share(seenEviction());

        assertThat(shares.spans())
                .extracting(span -> span.duration().toMillis(), ShareOfTime.Span::owner)
                .containsExactly(
                        tuple(40L, Owner.OURS),
                        tuple(80L, Owner.OURS),
                        tuple(30L, Owner.OURS),
                        tuple(12_150L, Owner.JOB),
                        tuple(200L, Owner.OURS),
                        tuple(100L, Owner.OURS),
                        tuple(1_200L, Owner.KUBELET),
                        tuple(200L, Owner.OURS),
                        tuple(200L, Owner.OURS),
                        tuple(3_800L, Owner.KUBELET),
                        tuple(12_000L, Owner.SLURM),
                        tuple(1_700L, Owner.APPLICATION),
                        tuple(100L, Owner.OURS),
                        tuple(100L, Owner.OURS));
        assertThat(shares.ours()).isEqualTo(Duration.ofMillis(1_050));
    }

    @Test
    void leavesNoGapAndCountsNothingTwice() {
        ShareOfTime shares = share(seenEviction());

        assertThat(shares.ours().plus(shares.theirs())).isEqualTo(Duration.ofMillis(31_900));
    }

    @Test
    void whatWasNotSeenIsOurs() {
        assertThat(share(Optional.empty()).ours()).isEqualTo(Duration.ofMillis(2_250));
    }

    @Test
    void onceThePodsAreKnownToBeGoneTheTimeIsOursAgain() {
        Eviction seenLate = new Eviction(WRITTEN.plusMillis(12_600), WRITTEN.plusMillis(20_000));

        ShareOfTime shares = share(Optional.of(seenLate));

        assertThat(shares.ours()).isEqualTo(Duration.ofMillis(850));
        assertThat(shares.ours().plus(shares.theirs())).isEqualTo(Duration.ofMillis(31_900));
    }

    @Test
    void anOpenIncidentIsDividedAsFarAsItWent() {
        Incident begun = Incident.in(SampleIncident.events().subList(0, 3)).getFirst();

        ShareOfTime shares = ShareOfTime.of(begun, WRITTEN, Optional.empty());

        assertThat(shares.ours()).isEqualTo(Duration.ofMillis(120));
        assertThat(shares.theirs()).isZero();
    }

    @Test
    void theTimeOfAHoldIsNotOurs() {
        List<Recorded> events = new ArrayList<>(SampleIncident.events().subList(0, 2));
        events.add(
                SampleIncident.held(
                        50, 79, new GateAnswer("opt-out", GateOutcome.HOLD, "the node forbids")));
        events.add(SampleIncident.events().get(2));

        ShareOfTime shares =
                ShareOfTime.of(Incident.in(events).getFirst(), WRITTEN, Optional.empty());

        assertThat(shares.spans())
                .extracting(span -> span.duration().toMillis(), ShareOfTime.Span::owner)
                .containsExactly(
                        tuple(40L, Owner.OURS),
                        tuple(10L, Owner.OURS),
                        tuple(20L, Owner.GATE),
                        tuple(50L, Owner.OURS));
    }

    private static ShareOfTime share(Optional<Eviction> eviction) {
        return ShareOfTime.of(SampleIncident.incident(), WRITTEN, eviction);
    }

    private static Optional<Eviction> seenEviction() {
        return Optional.of(new Eviction(WRITTEN.plusMillis(12_600), WRITTEN.plusMillis(13_800)));
    }
}
