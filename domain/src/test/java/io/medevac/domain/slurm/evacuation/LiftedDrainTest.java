package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.gang;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.evacuation.EvacuationEvent.EvacuationFailed;
import io.medevac.domain.slurm.evacuation.SlurmEffect.DrainNode;
import org.junit.jupiter.api.Test;

/** The drain is gone in the middle: was it lifted by somebody, or forgotten? */
class LiftedDrainTest {

    @Test
    void endsWhenSomebodyLiftsOurDrainAndNeverSetsItAgain() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING")).node("gpu-1", "allocated").look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events(EvacuationFailed.class))
                .singleElement()
                .satisfies(
                        failed -> {
                            assertThat(failed.reason()).contains("somebody lifted our drain");
                            assertThat(failed.whatToDo()).contains("medevac release --node gpu-1");
                        });
        assertThat(scene.evacuation.over()).isTrue();
    }

    @Test
    void goesOnWhenSomebodyWritesTheirReasonOverOurs() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.node("gpu-1", "allocated+DRAIN", "bad fan, jd").look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.evacuation.over()).isFalse();
    }

    @Test
    void drainsANodeWhoseOwnerHasLiftedTheirOwnDrain() {
        Scene scene = new Scene().node("gpu-1", "idle+DRAIN", "bad fan, jd").look();
        scene.node("gpu-1", "idle").look();

        assertThat(scene.effects).hasSize(1).hasOnlyElementsOfType(DrainNode.class);
    }

    @Test
    void endsWhenTheDrainThatWasSetAgainIsLifted() {
        Scene scene = Scene.drained();
        scene.startedAt = "2026-01-01T00:05:00";
        scene.node("gpu-1", "idle").look();
        scene.drained("idle+COMPLETING+DRAIN").look();

        scene.node("gpu-1", "idle").look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.evacuation.over()).isTrue();
    }

    @Test
    void drainsAgainWhenSlurmctldHasForgottenTheDrainAndAsksNoJobMeanwhile() {
        Scene scene = Scene.drained();
        scene.startedAt = "2026-01-01T00:05:00";
        scene.node("gpu-1", "allocated").job(gang(12, 0, "RUNNING")).look();

        assertThat(scene.effects).hasSize(1).hasOnlyElementsOfType(DrainNode.class);
        assertThat(scene.evacuation.jobs()).isEmpty();
    }
}
