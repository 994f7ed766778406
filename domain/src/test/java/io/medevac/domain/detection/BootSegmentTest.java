package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootSegment.Awaited;
import io.medevac.domain.detection.BootSegment.Known;
import io.medevac.domain.node.Machine;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BootSegmentTest {
    private static final Instant T0 = Instant.parse("2026-11-29T12:00:00Z");
    private static final Machine FIRST_BOOT = new Machine("uid", "boot-1");
    private static final Machine SECOND_BOOT = new Machine("uid", "boot-2");

    @Test
    void takesTheBootThatKubernetesShowsWhenNothingSaysOtherwise() {
        assertThat(BootSegment.FIRST.bind(seen(FIRST_BOOT, T0, null), null)).contains(FIRST_BOOT);
    }

    @Test
    void waitsForANodeThatIsNotThereOrHasNoBootId() {
        assertThat(BootSegment.FIRST.bind(null, T0)).isEmpty();
        assertThat(BootSegment.FIRST.bind(seen(new Machine("uid", null), T0, T0), T0)).isEmpty();
    }

    @Test
    void waitsWhileKubernetesStillShowsTheBootBefore() {
        BootSegment awaited = new Awaited(FIRST_BOOT, T0);

        assertThat(awaited.bind(seen(FIRST_BOOT, T0.minusSeconds(60), T0.minusMillis(1)), T0))
                .isEmpty();
        assertThat(awaited.bind(seen(FIRST_BOOT, T0.minusSeconds(60), null), T0)).isEmpty();
    }

    @Test
    void takesTheNextBoot() {
        assertThat(new Awaited(FIRST_BOOT, T0).bind(seen(SECOND_BOOT, T0, null), null))
                .contains(SECOND_BOOT);
    }

    @Test
    void takesTheSameBootOnceTheKubeletReportedItAfterTheSupposedBeginning() {
        assertThat(new Awaited(FIRST_BOOT, T0).bind(seen(FIRST_BOOT, T0, T0), null))
                .contains(FIRST_BOOT);
    }

    @Test
    void waitsAtFirstSightForAReportFromAfterTheBeginning() {
        BootSegment awaited = new Awaited(null, T0);

        assertThat(awaited.bind(seen(FIRST_BOOT, T0, T0.minusSeconds(1)), T0)).isEmpty();
        assertThat(awaited.bind(seen(SECOND_BOOT, T0, T0.plusSeconds(1)), T0))
                .contains(SECOND_BOOT);
    }

    @Test
    void keepsTheBootWhileTheNodeIsAway() {
        assertThat(new Known(FIRST_BOOT).bind(null, T0)).contains(FIRST_BOOT);
    }

    @Test
    void takesTheUidOfANodeThatWasMadeAnewInTheSameBoot() {
        Machine remade = new Machine("uid-2", "boot-1");

        assertThat(new Known(FIRST_BOOT).bind(seen(remade, T0, T0), null)).contains(remade);
    }

    @Test
    void chargesOldLinesToTheOldBootWhenTheLogDidNotShowTheNewOne() {
        NodeSeen rebooted = seen(SECOND_BOOT, T0, T0);

        assertThat(new Known(FIRST_BOOT).bind(rebooted, T0)).contains(FIRST_BOOT);
        assertThat(new Known(FIRST_BOOT).bind(rebooted, null)).contains(FIRST_BOOT);
        assertThat(new Known(FIRST_BOOT).bind(rebooted, T0.plusMillis(1))).contains(SECOND_BOOT);
    }

    private static NodeSeen seen(Machine machine, Instant since, Instant reportedAt) {
        return new NodeSeen(machine.nodeUid(), machine.bootId(), since, reportedAt);
    }
}
