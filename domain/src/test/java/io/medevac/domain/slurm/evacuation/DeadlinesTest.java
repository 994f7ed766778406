package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.POLICY;
import static io.medevac.domain.slurm.evacuation.Scene.gang;
import static io.medevac.domain.slurm.evacuation.Scene.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.EvacuationFailed;
import io.medevac.domain.slurm.evacuation.EvacuationState.Failed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private static final Duration JUST_BEFORE = Duration.ofMillis(-1);
    private static final Duration KILL_WAIT = Duration.ofMinutes(2);

    /** Fails exactly at the deadline, whether Slurm answers or not, and says what to do. */
    private static void failsAt(Scene scene, Duration deadline, String whatToDo) {
        scene.now = scene.now.plus(deadline).plus(JUST_BEFORE);
        Evacuation kept = scene.evacuation;
        scene.noAnswer();
        assertThat(scene.events(EvacuationFailed.class)).isEmpty();

        scene.evacuation = kept;
        scene.after(Duration.ofMillis(1)).noAnswer();
        assertThat(scene.events(EvacuationFailed.class)).hasSize(1);
        assertThat(scene.events(EvacuationFailed.class).getFirst().whatToDo()).contains(whatToDo);
        assertThat(scene.evacuation.state()).isInstanceOf(Failed.class);
        assertThat(scene.lookAt).isNull();
    }

    @Test
    void failsWhenTheNodeCannotBeDrained() {
        failsAt(new Scene(), POLICY.drainWithin(), "scontrol update nodename=gpu-1 state=drain");
    }

    @Test
    void failsWhenAJobCannotBeRequeued() {
        failsAt(Scene.drained(gang(12, 0, "RUNNING")), POLICY.drainWithin(), "scontrol requeue 12");
    }

    @Test
    void failsWhenAJobDoesNotLeave() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING")).job(gang(12, 1, "COMPLETING")).look();

        failsAt(scene, KILL_WAIT.plus(POLICY.leaveWithin()), "scontrol show job 12");
    }

    @Test
    void failsWhenAJobThatCannotBeRequeuedRunsOn() {
        failsAt(
                Scene.drained(job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1")),
                POLICY.notRequeueableWithin(),
                "scancel 11");
    }

    @Test
    void failsWhenTheNodeDoesNotBecomeEmpty() {
        Scene scene = Scene.drained().drained("idle+COMPLETING+DRAIN").look();

        failsAt(scene, POLICY.drainWithin(), "squeue -w gpu-1");
    }

    @Test
    void countsTheWaitForAnEmptyNodeFromWhenItsLastJobEnded() {
        Scene scene = Scene.drained(job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"));
        scene.after(Duration.ofHours(3)).drained("idle+COMPLETING+DRAIN");
        scene.job(job(11, 0, "COMPLETED", JobKind.NO_REQUEUE, "gpu-1")).look();
        assertThat(scene.events(EvacuationFailed.class)).isEmpty();

        failsAt(scene, POLICY.drainWithin(), "squeue -w gpu-1");
    }

    @Test
    void failsWhenNoReplacementComes() {
        Scene scene = Scene.drained().look();

        failsAt(scene, POLICY.replaceWithin(), "spare");
    }

    @Test
    void failsWhenTheReplacementDoesNotJoin() {
        Scene scene = Scene.drained().look().replaced("gpu-2");
        scene.node("gpu-2", "idle+DRAIN", "bad fan, jd").look();

        failsAt(scene, POLICY.joinWithin(), "scontrol show node gpu-2");
    }

    @Test
    void failsWhenAJobDoesNotRunAgain() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look().look();
        scene.replaced("gpu-2").look();

        failsAt(scene, POLICY.resumeWithin(), "squeue -j 12");
    }

    @Test
    void namesWhatItWaitedFor() {
        Scene scene = new Scene().after(POLICY.drainWithin()).noAnswer();

        assertThat(scene.events(EvacuationFailed.class).getFirst().reason())
                .isEqualTo(
                        "the Slurm node could not be found and drained within 15m: squeue: timed"
                                + " out");
    }

    @Test
    void staysFailed() {
        Scene scene = new Scene().after(POLICY.drainWithin()).noAnswer();
        scene.look().look();

        assertThat(scene.eventNames()).containsExactly("EvacuationFailed");
        assertThat(scene.effects).isEmpty();
    }
}
