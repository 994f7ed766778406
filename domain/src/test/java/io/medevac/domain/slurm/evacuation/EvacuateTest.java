package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.POLICY;
import static io.medevac.domain.slurm.evacuation.Scene.START;
import static io.medevac.domain.slurm.evacuation.Scene.gang;
import static io.medevac.domain.slurm.evacuation.Scene.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobEnded;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobLost;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobNotRequeueable;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobRequeued;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobSignalled;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeDraining;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Draining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.SlurmEffect.DrainNode;
import io.medevac.domain.slurm.evacuation.SlurmEffect.RequeueJob;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvacuateTest {

    @Test
    void drainsBeforeItTouchesAnyJob() {
        Scene scene = new Scene().node("gpu-1", "allocated").job(gang(12, 0, "RUNNING")).look();

        assertThat(scene.effects).hasOnlyElementsOfType(DrainNode.class).hasSize(1);
        DrainNode drain = (DrainNode) scene.effects.getFirst();
        assertThat(drain.slurmNode()).isEqualTo("gpu-1");
        assertThat(drain.reason().text())
                .isEqualTo(
                        "medevac:%s GPU 3 XID 79: GPU has fallen off the bus."
                                .formatted(Scene.INCIDENT));
        assertThat(scene.events).isEmpty();
        assertThat(scene.lookAt).isEqualTo(scene.now);
    }

    @Test
    void requeuesEachJobOnceTheDrainIsSeen() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));

        assertThat(scene.events)
                .containsExactly(
                        new SlurmNodeDraining(
                                "gpu-1", "medevac:" + Scene.INCIDENT + " GPU 3 XID 79", true));
        assertThat(scene.causes).containsExactly(EventRef.received(Scene.QUARANTINED));
        assertThat(scene.effects).containsExactly(new RequeueJob(gang(12, 0, "RUNNING")));
        assertThat(scene.evacuation.jobs().getFirst().phase())
                .isEqualTo(new JobPhase.Requeueing(START, START));
    }

    @Test
    void leavesAForeignDrainAsItIs() {
        Scene scene = new Scene().node("gpu-1", "idle+DRAIN", "bad fan, jd").look();

        assertThat(scene.events)
                .containsExactly(new SlurmNodeDraining("gpu-1", "bad fan, jd", false));
        assertThat(scene.effects).isEmpty();
    }

    @Test
    void keepsAForeignReasonOfANodeThatTakesWorkAllTheSame() {
        Scene scene = new Scene().node("gpu-1", "idle", "watch the fan, jd").look();

        DrainReason theirs = new DrainReason("watch the fan, jd");
        assertThat(scene.effects).containsExactly(new DrainNode("gpu-1", theirs, theirs));
    }

    @Test
    void drainsANodeThatOnlyFellSilent() {
        Scene scene = new Scene().node("gpu-1", "down+NOT_RESPONDING", "Not responding").look();

        assertThat(((DrainNode) scene.effects.getFirst()).reason().ours()).isTrue();
    }

    @Test
    void takesANodeAnAdministratorSetDownAsClosed() {
        Scene scene = new Scene().node("gpu-1", "down", "power supply, jd").look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events(SlurmNodeDraining.class)).hasSize(1);
    }

    @Test
    void neverAsksForTheSameRunTwiceWhileSlurmWorksOnIt() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.after(Duration.ofSeconds(1)).look();
        assertThat(scene.effects).isEmpty();

        scene.after(Duration.ofSeconds(5)).look();
        assertThat(scene.effects).containsExactly(new RequeueJob(gang(12, 0, "RUNNING")));

        scene.job(gang(12, 1, "COMPLETING")).after(Duration.ofMinutes(1)).look();
        scene.job(gang(12, 1, "PENDING")).look();
        scene.job(job(12, 1, "RUNNING", JobKind.REQUEUEABLE, "gpu-0", "gpu-2"));
        scene.after(Duration.ofMinutes(1)).look();
        assertThat(scene.effects).isEmpty();
    }

    @Test
    void tellsSignalGraceAndCheckpointOfAJobThatLeaves() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.job(gang(12, 1, "COMPLETING")).drained("idle+COMPLETING+DRAIN");
        scene.after(Duration.ofMillis(50)).look();
        scene.after(Duration.ofMillis(12_150)).says(12, 0, 412, 412L);
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look();

        assertThat(scene.events(JobSignalled.class))
                .containsExactly(new JobSignalled(gang(12, 0, "RUNNING"), Duration.ofMinutes(2)));
        assertThat(scene.events(JobRequeued.class))
                .containsExactly(
                        new JobRequeued(
                                gang(12, 0, "RUNNING"),
                                START,
                                Duration.ofMinutes(2),
                                Duration.ofMillis(12_200),
                                new Mark(412, scene.now, "file")));
        assertThat(scene.causes)
                .containsExactly(
                        EventRef.received(Scene.QUARANTINED),
                        EventRef.own("SlurmNodeDraining", "gpu-1"),
                        EventRef.own("JobSignalled", "12/0"));
    }

    @Test
    void tellsBothWhenAJobLeavesBetweenTwoLooks() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look();

        assertThat(scene.eventNames())
                .containsExactly("SlurmNodeDraining", "JobSignalled", "JobRequeued");
    }

    @Test
    void callsANodeVacatedOnlyAfterTwoAnswersThatAgree() {
        Scene scene = Scene.drained();
        assertThat(scene.events(NodeVacated.class)).isEmpty();
        assertThat(scene.lookAt).isEqualTo(scene.now.plus(POLICY.confirm()));

        scene.look();
        assertThat(scene.events(NodeVacated.class))
                .containsExactly(new NodeVacated("gpu-1", List.of(), List.of()));
        assertThat(scene.evacuation.state()).isInstanceOf(AwaitingReplacement.class);
    }

    @Test
    void forgetsTheFirstAnswerWhenAFailedOneFollows() {
        Scene scene = Scene.drained().noAnswer().look();
        assertThat(scene.events(NodeVacated.class)).isEmpty();

        scene.look();
        assertThat(scene.events(NodeVacated.class)).hasSize(1);
    }

    @Test
    void neverCallsABusyNodeVacated() {
        for (String state :
                List.of(
                        "allocated+DRAIN",
                        "mixed+DRAIN",
                        "idle+COMPLETING+DRAIN",
                        "unknown+DRAIN",
                        "idle+DRAIN+NEW_FLAG")) {
            Scene scene = Scene.drained().drained(state).look().look().look();

            assertThat(scene.events(NodeVacated.class)).as(state).isEmpty();
        }
    }

    @Test
    void neverCallsANodeVacatedThatSlurmDoesNotList() {
        Scene scene = Scene.drained();
        scene.nodes.remove("gpu-1");
        scene.look().look().look();

        assertThat(scene.events(NodeVacated.class)).isEmpty();
    }

    @Test
    void leavesAJobInAnUnrecognisedStateAloneAndTheNodeUnvacated() {
        Scene scene = Scene.drained(gang(12, 0, "HIBERNATING"));
        scene.drained("idle+DRAIN").look().look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.eventNames()).containsExactly("SlurmNodeDraining");
    }

    @Test
    void doesNothingOnAFailedAnswer() {
        Scene scene = new Scene();
        Evacuation before = scene.evacuation;
        scene.noAnswer();

        assertThat(scene.evacuation).isEqualTo(before);
        assertThat(scene.effects).isEmpty();
        assertThat(scene.events).isEmpty();
        assertThat(scene.lookAt).isEqualTo(START.plus(POLICY.unknownLook()));
    }

    @Test
    void tellsOnceThatAJobCannotBeRequeued() {
        Scene scene =
                Scene.drained(
                        job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"),
                        job(23, 0, "RUNNING", JobKind.INTERACTIVE, "gpu-1"));
        scene.after(Duration.ofMinutes(1)).look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events(JobNotRequeueable.class))
                .extracting(JobNotRequeueable::reason)
                .containsExactly(
                        "submitted with --no-requeue", "interactive (salloc or srun), not batch");
        assertThat(scene.events(JobNotRequeueable.class).getFirst().deadline())
                .isEqualTo(START.plus(POLICY.notRequeueableWithin()));
    }

    @Test
    void takesSlurmsRefusalAsNotRequeueable() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.take(
                EvacuationRules.refused(
                        scene.evacuation, 12, "requeue is disabled", POLICY, scene.now));

        assertThat(scene.events(JobNotRequeueable.class)).hasSize(1);
        scene.after(Duration.ofMinutes(1)).look();
        assertThat(scene.effects).isEmpty();
    }

    @Test
    void requeuesAJobThatWasMadeRequeueableMeanwhile() {
        Scene scene = Scene.drained(job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"));
        scene.job(job(11, 0, "RUNNING", JobKind.REQUEUEABLE, "gpu-1")).look();

        assertThat(scene.effects).hasSize(1).hasOnlyElementsOfType(RequeueJob.class);
    }

    @Test
    void tellsHowAJobEndedThatEndedByItself() {
        Scene scene =
                Scene.drained(
                        gang(1, 0, "RUNNING"),
                        job(2, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"),
                        gang(3, 0, "COMPLETING"));
        scene.job(gang(1, 0, "COMPLETED")).job(gang(2, 0, "TIMEOUT")).job(gang(3, 0, "FAILED"));
        scene.drained("idle+DRAIN").look().look();

        assertThat(scene.events(JobEnded.class))
                .extracting(JobEnded::about)
                .containsExactly(new JobRun(1, 0));
        assertThat(scene.events(JobLost.class))
                .extracting(JobLost::state)
                .containsExactly("TIMEOUT", "FAILED");
        assertThat(scene.events(NodeVacated.class))
                .containsExactly(new NodeVacated("gpu-1", List.of(), List.of(2L, 3L)));
    }

    @Test
    void callsAJobLostOnlyWhenTwoAnswersDoNotListIt() {
        Scene scene = Scene.drained(gang(12, 0, "RUNNING"));
        scene.jobs.clear();
        assertThat(scene.look().events(JobLost.class)).isEmpty();
        assertThat(scene.look().events(JobLost.class))
                .extracting(JobLost::state)
                .containsExactly("UNKNOWN");
    }

    @Test
    void takesAJobThatIsPendingAlreadyAsRequeued() {
        Scene scene = Scene.drained(gang(12, 1, "COMPLETING"));
        scene.job(gang(12, 1, "PENDING")).drained("idle+DRAIN").look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.eventNames()).containsExactly("SlurmNodeDraining", "JobRequeued");
    }

    @Test
    void requeuesTheLeaderOfAHeterogeneousJob() {
        SlurmJob leader = het(job(21, 0, "RUNNING", JobKind.REQUEUEABLE, "gpu-0"));
        SlurmJob component = het(job(22, 0, "RUNNING", JobKind.INTERACTIVE, "gpu-1"));
        Scene scene = Scene.drained(leader, component);

        assertThat(scene.effects).containsExactly(new RequeueJob(leader));
    }

    private static SlurmJob het(SlurmJob job) {
        return new SlurmJob(
                job.run(),
                new SlurmJob.Group(0, null, 21),
                job.states(),
                job.stateReason(),
                job.kind(),
                job.nodes(),
                job.startedAt(),
                job.about());
    }

    @Test
    void vacatesAtOnceWhereNoSlurmNodeIsServed() {
        Scene scene = new Scene();
        scene.mapping = new NodeMapping.ServesNone();
        scene.look();

        assertThat(scene.events).containsExactly(new NodeVacated("", List.of(), List.of()));
        assertThat(scene.evacuation.state()).isInstanceOf(Done.class);
    }

    @Test
    void waitsWhileTheMappingIsUnclear() {
        Scene scene = new Scene();
        scene.mapping = new NodeMapping.Unclear("several");
        scene.look();

        assertThat(scene.evacuation.state()).isInstanceOf(Draining.class);
        assertThat(scene.effects).isEmpty();
    }

    @Test
    void actsOnNothingWhenTheQuarantineDoesNotStand() {
        Scene scene = new Scene().job(gang(12, 0, "RUNNING"));
        scene.quarantined = false;
        scene.look();

        assertThat(scene.effects).isEmpty();
        assertThat(scene.events).isEmpty();
        assertThat(scene.evacuation.state()).isInstanceOf(Done.class);
    }

    @Test
    void ignoresAnAnswerAboutThePast() {
        Scene scene = Scene.drained(gang(12, 3, "RUNNING"));
        scene.job(gang(12, 2, "PENDING")).look();

        assertThat(scene.eventNames()).containsExactly("SlurmNodeDraining");
    }

    @Test
    void looksLessOftenWhenNothingChanges() {
        Scene scene = Scene.drained(job(11, 0, "RUNNING", JobKind.NO_REQUEUE, "gpu-1"));
        scene.look();
        assertThat(scene.lookAt).isEqualTo(scene.now.plus(POLICY.look()));

        scene.after(Duration.ofMinutes(11)).look();
        assertThat(scene.lookAt).isEqualTo(scene.now.plus(POLICY.slowLook()));
        assertThat(scene.evacuation.state()).isInstanceOf(Evacuating.class);
        assertThat(Set.copyOf(scene.eventNames())).hasSize(2);
    }
}
