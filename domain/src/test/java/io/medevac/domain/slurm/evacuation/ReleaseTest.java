package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.POLICY;
import static io.medevac.domain.slurm.evacuation.Scene.gang;
import static io.medevac.domain.slurm.evacuation.Scene.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.EvacuationFailed;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.SlurmEffect.UndrainNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The node is given back in the middle, or after the end. */
class ReleaseTest {
    private static final String WHY = "cancelled by ada@admin-0";
    private static final String OURS = "medevac:" + Scene.INCIDENT + " GPU 3 XID 79";

    @Test
    void beforeTheDrainNothingIsDoneAnyMore() {
        Scene scene = new Scene().job(gang(12, 0, "RUNNING"));

        released(scene).look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events).isEmpty();
        assertThat(scene.evacuation.state()).isEqualTo(new Done(scene.now, WHY));
    }

    @Test
    void ourDrainIsLiftedAndItsEndIsSeen() {
        Scene scene = released(Scene.drained()).look();
        assertThat(scene.effects).containsExactly(new UndrainNode("gpu-1", new DrainReason(OURS)));
        assertThat(scene.lookAt).isEqualTo(scene.now);

        scene.node("gpu-1", "idle").look();
        assertThat(scene.effects).isEmpty();
        assertThat(scene.evacuation.over()).isTrue();
    }

    @Test
    void noJobIsAskedToLeaveAnyMore() {
        Scene scene = released(Scene.drained(gang(12, 0, "RUNNING")));
        scene.job(gang(13, 0, "RUNNING")).after(POLICY.askAgain()).look();

        assertThat(scene.effects).hasOnlyElementsOfType(UndrainNode.class);
        assertThat(scene.evacuation.jobs()).isEmpty();

        scene.node("gpu-1", "allocated").look();
        assertThat(scene.evacuation.over()).isTrue();
        assertThat(scene.eventNames()).containsExactly("SlurmNodeDraining");
    }

    @Test
    void aJobThatWasAskedJustBeforeIsSeenLeaving() {
        Scene scene = released(Scene.drained(gang(12, 0, "RUNNING")));

        scene.job(gang(12, 1, "COMPLETING")).after(Duration.ofSeconds(1)).look();

        assertThat(scene.eventNames()).contains("JobSignalled");
    }

    @Test
    void aJobThatIsLeavingIsWatchedUntilItRunsAgain() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING")).job(gang(12, 1, "COMPLETING")).look();
        released(scene).look();
        scene.node("gpu-1", "idle").job(gang(12, 1, "PENDING")).look();
        assertThat(scene.evacuation.over()).isFalse();

        scene.job(gang(12, 1, "RUNNING")).after(Duration.ofMinutes(2)).look();

        assertThat(scene.eventNames())
                .containsExactly("SlurmNodeDraining", "JobSignalled", "JobRequeued", "JobResumed");
        assertThat(scene.evacuation.over()).isTrue();
    }

    @Test
    void aJobThatWasLeftAloneStaysWhereItIs() {
        Scene scene =
                released(Scene.drained(job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"))).look();

        assertThat(scene.evacuation.jobs()).isEmpty();
    }

    @Test
    void aDrainThatIsNotOfThisIncidentStays() {
        for (String reason :
                new String[] {
                    "bad fan, jd", "medevac:01990000-0000-7000-8000-0000000000d2 another", ""
                }) {
            Scene scene = Scene.drained();
            scene.node("gpu-1", "idle+DRAIN", reason);

            released(scene).look();

            assertThat(scene.effects).as(reason).isEmpty();
            assertThat(scene.evacuation.over()).isTrue();
        }
    }

    @Test
    void theDrainOfAnEvacuationThatIsOverIsLiftedToo() {
        Scene scene = Scene.drained();
        scene.evacuation = scene.evacuation.closed("incident closed", scene.now);

        released(scene).look();

        assertThat(scene.effects).hasOnlyElementsOfType(UndrainNode.class).hasSize(1);
    }

    @Test
    void neitherTheEndOfTheIncidentNorAReplacementStopsIt() {
        Evacuation releasing = released(Scene.drained()).evacuation;

        assertThat(releasing.closed("incident closed", Scene.START)).isEqualTo(releasing);
        assertThat(releasing.replacedBy(new Replacement("gpu-2", Scene.REPLACED), Scene.START))
                .isEqualTo(releasing);
        assertThat(releasing.released("again", Scene.START)).isEqualTo(releasing);
        assertThat(releasing.state()).isInstanceOf(Releasing.class);
    }

    @Test
    void onNoAnswerNothingIsDoneAndAPersonIsToldInTheEnd() {
        Scene scene = released(Scene.drained()).noAnswer();
        assertThat(scene.effects).isEmpty();

        scene.after(POLICY.drainWithin()).look();

        assertThat(scene.events(EvacuationFailed.class))
                .singleElement()
                .satisfies(
                        failed -> {
                            assertThat(failed.reason()).contains("our drain was not lifted");
                            assertThat(failed.whatToDo())
                                    .isEqualTo(
                                            "Lift it: scontrol update nodename=gpu-1 state=undrain");
                        });
    }

    private static Scene released(Scene scene) {
        scene.evacuation = scene.evacuation.released(WHY, scene.now);
        return scene;
    }
}
