package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.gang;
import static io.medevac.domain.slurm.evacuation.Scene.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobLost;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobResumed;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeJoined;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Joining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Resuming;
import io.medevac.domain.slurm.evacuation.SlurmEffect.UndrainNode;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ReturnTest {
    private static final UUID OTHER = new UUID(0x0199_0000_0000_7000L, 0x8000_0000_0000_00d2L);

    /** Job 12 saved at step 412 and is PENDING; the node is vacated. */
    private static Scene vacated() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.after(Duration.ofSeconds(10)).says(12, 0, 412, 412L);
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look().look();
        assertThat(scene.evacuation.state()).isInstanceOf(AwaitingReplacement.class);
        scene.events.clear();
        scene.causes.clear();
        return scene;
    }

    private static SlurmJob running(Instant startedAt) {
        SlurmJob job = job(12, 1, "RUNNING", JobKind.REQUEUEABLE, "gpu-0", "gpu-2");
        return new SlurmJob(
                job.run(),
                job.group(),
                job.states(),
                job.stateReason(),
                job.kind(),
                job.nodes(),
                startedAt,
                job.about());
    }

    @Test
    void waitsForTheReplacementToRegister() {
        Scene scene = vacated().replaced("gpu-2").node("gpu-2", "down+NOT_RESPONDING").look();
        assertThat(scene.evacuation.state()).isInstanceOf(Joining.class);
        assertThat(scene.events).isEmpty();

        scene.node("gpu-2", "idle").look();
        assertThat(scene.events).containsExactly(new SlurmNodeJoined("gpu-2", "IDLE", false));
        assertThat(scene.causes).containsExactly(EventRef.received(Scene.REPLACED));
        assertThat(scene.evacuation.state()).isInstanceOf(Resuming.class);
    }

    @Test
    void liftsOurDrainFromTheReplacement() {
        String reason = "medevac:" + OTHER + " GPU 1 XID 79";
        Scene scene = vacated().replaced("gpu-2").node("gpu-2", "idle+DRAIN", reason).look();
        assertThat(scene.effects)
                .containsExactly(new UndrainNode("gpu-2", new DrainReason(reason)));

        scene.node("gpu-2", "idle+NOT_RESPONDING").look();
        assertThat(scene.effects).isEmpty();

        scene.node("gpu-2", "idle").look();
        assertThat(scene.events).containsExactly(new SlurmNodeJoined("gpu-2", "IDLE", true));
    }

    @Test
    void neverLiftsAForeignDrain() {
        Scene scene = vacated().replaced("gpu-2");
        scene.node("gpu-2", "idle+DRAIN", "bad fan, jd").look().look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events).isEmpty();
    }

    @Test
    void neverLiftsADrainThatAnotherOpenIncidentNeeds() {
        Scene scene = vacated().replaced("gpu-2");
        scene.openIncidents.add(OTHER);
        scene.node("gpu-2", "idle+DRAIN", "medevac:" + OTHER + " GPU 1 XID 79").look();

        assertThat(scene.effects).isEmpty();
    }

    @Test
    void liftsNothingFromANodeThatDoesNotRespond() {
        Scene scene = vacated().replaced("gpu-2");
        scene.node("gpu-2", "down+DRAIN+NOT_RESPONDING", "medevac:" + OTHER + " x").look();

        assertThat(scene.effects).isEmpty();
    }

    @Test
    void neverTouchesTheOldNodeAgain() {
        Scene scene = vacated().replaced("gpu-2");
        scene.node("gpu-1", "idle").look().look();

        assertThat(scene.effects).isEmpty();
    }

    @Test
    void tellsThatAJobResumedWhenItIsBeyondItsCheckpoint() {
        Scene scene = vacated().replaced("gpu-2").look();
        Instant started = scene.after(Duration.ofSeconds(11)).now;
        scene.job(running(started)).look();
        scene.after(Duration.ofSeconds(1)).look();
        assertThat(scene.events(JobResumed.class)).isEmpty();

        scene.after(Duration.ofSeconds(1)).says(12, 1, 413, 412L).look();
        JobResumed resumed = scene.events(JobResumed.class).getFirst();
        assertThat(resumed.before()).isEqualTo(new JobRun(12, 0));
        assertThat(resumed.job().run()).isEqualTo(new JobRun(12, 1));
        assertThat(resumed.job().nodes()).containsExactly("gpu-0", "gpu-2");
        assertThat(resumed.from()).isNotNull().extracting("step").isEqualTo(412L);
        assertThat(resumed.progress()).isNotNull().extracting("step").isEqualTo(413L);
        assertThat(resumed.lost()).isEqualTo(Duration.ofSeconds(23));
        assertThat(scene.evacuation.state()).isInstanceOf(Done.class);
        assertThat(scene.lookAt).isNull();
    }

    @Test
    void doesNotTakeTheOldRunsWordsForProgress() {
        Scene scene = vacated().replaced("gpu-2").look();
        scene.job(running(scene.now)).says(12, 0, 500, 412L);
        scene.after(Duration.ZERO).look();

        assertThat(scene.events(JobResumed.class)).isEmpty();
    }

    @Test
    void tellsHonestlyWhenAJobBeganFurtherBack() {
        Scene scene = vacated().replaced("gpu-2").look();
        scene.job(running(scene.now)).says(12, 1, 1, null).look();
        assertThat(scene.events(JobResumed.class)).isEmpty();

        scene.says(12, 1, 2, null).look();
        assertThat(scene.events(JobResumed.class).getFirst().from()).isNull();
    }

    @Test
    void judgesAJobWithoutProgressFileByItsRunningTime() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look().look();
        scene.replaced("gpu-2").look();
        Instant started = scene.now;
        scene.job(running(started)).after(Duration.ofSeconds(59)).look();
        assertThat(scene.events(JobResumed.class)).isEmpty();

        scene.after(Duration.ofSeconds(1)).look();
        assertThat(scene.events(JobResumed.class)).hasSize(1);
        assertThat(scene.events(JobResumed.class).getFirst().progress()).isNull();
    }

    @Test
    void seesAJobRunAgainBeforeAnyReplacementIsThere() {
        Scene scene = vacated();
        scene.job(running(scene.now)).says(12, 1, 413, 412L).look();

        assertThat(scene.events(JobResumed.class)).hasSize(1);
        assertThat(scene.evacuation.state()).isInstanceOf(AwaitingReplacement.class);
    }

    @Test
    void tellsThatAJobResumedEvenWhenItIsOverAlready() {
        Scene scene = vacated().replaced("gpu-2").look();
        scene.job(job(12, 1, "COMPLETED", JobKind.REQUEUEABLE, "gpu-0", "gpu-2")).look();

        assertThat(scene.events(JobResumed.class)).hasSize(1);
    }

    @Test
    void callsAJobLostThatIsCancelledWhileItWaits() {
        Scene scene = vacated().replaced("gpu-2").look();
        scene.job(gang(12, 1, "CANCELLED")).look();

        assertThat(scene.events(JobLost.class))
                .extracting(JobLost::state)
                .containsExactly("CANCELLED");
        assertThat(scene.evacuation.state()).isInstanceOf(Done.class);
    }

    @Test
    void waitsWhileItIsUnclearWhichNodeTheReplacementServes() {
        Scene scene = vacated().replaced("gpu-2");
        scene.mapping = new NodeMapping.Unclear("its slurmd pod is not registered");
        scene.look().look();

        assertThat(scene.evacuation.state()).isInstanceOf(Joining.class);
        assertThat(scene.events).isEmpty();
    }

    @Test
    void endsWhenTheIncidentIsClosed() {
        Scene scene = vacated();
        Evacuation closed = scene.evacuation.closed("cancelled by ada", scene.now);

        assertThat(closed.over()).isTrue();
        assertThat(closed.replacedBy(new Replacement("gpu-2", Scene.REPLACED), scene.now))
                .isEqualTo(closed);
    }
}
