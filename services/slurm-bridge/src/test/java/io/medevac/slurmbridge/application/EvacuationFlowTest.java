package io.medevac.slurmbridge.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobNotRequeueable;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobRequeued;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobResumed;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.domain.slurm.evacuation.SlurmEffect;
import io.medevac.slurmbridge.fake.InMemoryEvacuationStore;
import io.medevac.slurmbridge.fake.InMemoryKubernetes;
import io.medevac.slurmbridge.fake.InMemorySlurm;
import io.medevac.slurmbridge.fake.Incident;
import io.medevac.slurmbridge.fake.ManualClock;
import io.medevac.slurmbridge.port.EvacuationStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The use cases on a Slurm and a store in memory, from the first event to the last. */
class EvacuationFlowTest {
    private final ManualClock clock = new ManualClock();
    private final InMemorySlurm slurm = new InMemorySlurm(clock, "gpu-0", "gpu-1");
    private final InMemoryKubernetes kubernetes =
            new InMemoryKubernetes()
                    .add("gpu-0", "uid-0")
                    .add("gpu-1", "uid-1")
                    .add("gpu-2", "uid-2");
    private final InMemoryEvacuationStore store = new InMemoryEvacuationStore();
    private final Map<Long, Progress> progress = new HashMap<>();
    private ReconcileEvacuation reconcile = reconcile(store);
    private final TakeEvents take = new TakeEvents(store, clock);

    private ReconcileEvacuation reconcile(EvacuationStore store) {
        ObserveEvacuation observe =
                new ObserveEvacuation(
                        slurm,
                        kubernetes,
                        job -> Optional.ofNullable(progress.get(job.id())),
                        store);
        ActInSlurm act =
                new ActInSlurm(slurm, store, Incident.POLICY, clock, (before, decision) -> {});
        return new ReconcileEvacuation(
                store, observe, act, Incident.POLICY, clock, (before, decision) -> {});
    }

    @BeforeEach
    void spareIsThereWithoutSlurmd() {
        slurm.addSilent("gpu-2");
    }

    private void quarantine() {
        kubernetes.quarantine("gpu-1", Incident.ID);
        take.quarantined(Incident.on("gpu-1", "uid-1"));
    }

    private void replace() {
        take.replaced(Incident.ID, new Replacement("gpu-2", Incident.REPLACED));
    }

    /** Runs whenever it is due, until the condition holds or nothing follows. */
    private void runUntil(BooleanSupplier condition) {
        for (int i = 0; i < 10_000 && !condition.getAsBoolean(); i++) {
            Optional<Instant> next = reconcile.run(Incident.ID);
            if (next.isEmpty()) {
                break;
            }
            clock.pass(Duration.between(clock.instant(), next.get()));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private boolean happened(Class<? extends EvacuationEvent> type) {
        return store.events().stream().anyMatch(type::isInstance);
    }

    private boolean over() {
        return store.load(Incident.ID).orElseThrow().over();
    }

    private List<String> names() {
        return store.events().stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    private void says(long id, int restart, long step, long checkpoint) {
        Mark saved = new Mark(checkpoint, clock.instant(), "file");
        progress.put(id, new Progress(restart, new Mark(step, clock.instant(), "file"), saved));
    }

    @Test
    void bringsAGangJobToTheReplacement() {
        long job = slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        says(job, 0, 412, 412);
        quarantine();
        runUntil(() -> happened(NodeVacated.class));
        slurm.register("gpu-2");
        replace();
        runUntil(() -> slurm.readJobs().getFirst().running());
        says(job, 1, 413, 412);
        runUntil(this::over);

        assertThat(names())
                .containsExactly(
                        "SlurmNodeDraining",
                        "JobSignalled",
                        "JobRequeued",
                        "NodeVacated",
                        "SlurmNodeJoined",
                        "JobResumed");
        assertThat(slurm.requeues()).containsExactly(job + "/0");
        assertThat(slurm.readNodes())
                .filteredOn(node -> node.name().equals("gpu-1"))
                .allMatch(node -> node.closedByUs());
    }

    @Test
    void drainsAndSignalsInOneRun() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        Instant begun = clock.instant();
        reconcile.run(Incident.ID);

        assertThat(names()).containsExactly("SlurmNodeDraining", "JobSignalled");
        assertThat(clock.instant()).isEqualTo(begun);
    }

    @Test
    void waitsForASpareAsLongAsNeeded() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        runUntil(() -> happened(NodeVacated.class));
        for (int hour = 0; hour < 100; hour++) {
            clock.pass(Duration.ofHours(1));
            reconcile.run(Incident.ID);
        }
        slurm.register("gpu-2");
        replace();
        runUntil(() -> happened(JobResumed.class));
        assertThat(slurm.requeues()).hasSize(1);
    }

    @Test
    void actsOnNothingWhenAnOldEventIsReplayed() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        take.quarantined(Incident.on("gpu-1", "uid-1"));
        runUntil(this::over);

        assertThat(store.events()).isEmpty();
        assertThat(slurm.requeues()).isEmpty();
        assertThat(slurm.readNodes()).noneMatch(node -> node.closed());
    }

    @Test
    void actsOnNothingWhenTheNodeWasMadeAgain() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        kubernetes.quarantine("gpu-1", Incident.ID);
        take.quarantined(Incident.on("gpu-1", "uid-of-the-old-one"));
        runUntil(this::over);

        assertThat(slurm.readNodes()).noneMatch(node -> node.closed());
    }

    @Test
    void takesTheSameEventOnce() {
        quarantine();
        runUntil(() -> happened(NodeVacated.class));
        take.quarantined(Incident.on("gpu-1", "uid-1"));
        replace();
        replace();
        slurm.register("gpu-2");
        runUntil(this::over);

        assertThat(names()).containsExactly("SlurmNodeDraining", "NodeVacated", "SlurmNodeJoined");
    }

    @Test
    void doesNothingWhileSlurmIsDownAndGoesOnAfterwards() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        slurm.answers(false);
        for (int i = 0; i < 20; i++) {
            Optional<Instant> next = reconcile.run(Incident.ID);
            assertThat(next).contains(clock.instant().plus(Incident.POLICY.unknownLook()));
            clock.pass(Incident.POLICY.unknownLook());
        }
        assertThat(store.events()).isEmpty();

        slurm.answers(true);
        runUntil(() -> happened(NodeVacated.class));
    }

    @Test
    void doesNothingWhileKubernetesDoesNotAnswer() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        kubernetes.answers(false);
        reconcile.run(Incident.ID);

        assertThat(slurm.readNodes()).noneMatch(node -> node.closed());
    }

    @Test
    void repeatsSafelyAfterACrashBetweenDecisionAndAct() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        for (int crash = 0; crash < 6; crash++) {
            crashBeforeActing();
            clock.pass(Duration.ofSeconds(6));
        }
        runUntil(() -> happened(JobRequeued.class));

        assertThat(slurm.requeues()).hasSize(1);
    }

    /** Decides and stores, but the process dies before it acts. */
    private void crashBeforeActing() {
        ObserveEvacuation observe =
                new ObserveEvacuation(slurm, kubernetes, job -> Optional.empty(), store);
        ActInSlurm dying =
                new ActInSlurm(
                        new InMemorySlurm(clock, "gpu-1"),
                        store,
                        Incident.POLICY,
                        clock,
                        (before, decision) -> {}) {
                    @Override
                    public boolean act(UUID incident, Decision decision) {
                        return false;
                    }
                };
        new ReconcileEvacuation(
                        store, observe, dying, Incident.POLICY, clock, (before, decision) -> {})
                .run(Incident.ID);
    }

    @Test
    void waitsForJobsThatCannotBeRequeued() {
        long job = slurm.submit(JobKind.NO_REQUEUE, "gpu-1");
        quarantine();
        runUntil(() -> happened(JobNotRequeueable.class));
        clock.pass(Duration.ofHours(1));
        reconcile.run(Incident.ID);
        assertThat(happened(NodeVacated.class)).isFalse();

        slurm.end(job, SlurmJobState.COMPLETED);
        runUntil(() -> happened(NodeVacated.class));
        assertThat(names())
                .containsExactly(
                        "SlurmNodeDraining", "JobNotRequeueable", "JobEnded", "NodeVacated");
    }

    @Test
    void stopsWhenTheIncidentIsClosed() {
        slurm.submit(JobKind.NO_REQUEUE, "gpu-1");
        quarantine();
        reconcile.run(Incident.ID);
        take.closed(new UUID(9, 9), Incident.ID, "incident closed: cancelled");

        assertThat(reconcile.run(Incident.ID)).isEmpty();
    }

    @Test
    void givesTheNodeBackBeforeTheDrain() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        release();
        runUntil(this::over);

        assertThat(store.events()).isEmpty();
        assertThat(slurm.requeues()).isEmpty();
        assertThat(slurm.readNodes()).noneMatch(SlurmNode::closed);
    }

    @Test
    void givesTheNodeBackInTheMiddleAndSeesTheJobRunAgain() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        List<SlurmNode> before = slurm.nodes();
        quarantine();
        reconcile.run(Incident.ID);
        release();
        take.closed(new UUID(9, 9), Incident.ID, "incident closed: cancelled");
        runUntil(this::over);

        assertThat(names())
                .containsExactly("SlurmNodeDraining", "JobSignalled", "JobRequeued", "JobResumed");
        assertThat(slurm.requeues()).hasSize(1);
        assertThat(slurm.nodes()).isEqualTo(before);
    }

    @Test
    void asksForNothingThatWasDecidedBeforeTheNodeWasReleased() {
        slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        quarantine();
        Decision decided =
                new Decision(
                        store.load(Incident.ID).orElseThrow(),
                        List.of(),
                        List.of(
                                new SlurmEffect.DrainNode(
                                        "gpu-1",
                                        DrainReason.of(Incident.ID, "late"),
                                        DrainReason.NONE),
                                new SlurmEffect.RequeueJob(slurm.everything().getFirst())),
                        clock.instant());
        release();

        new ActInSlurm(slurm, store, Incident.POLICY, clock, (before, decision) -> {})
                .act(Incident.ID, decided);

        assertThat(slurm.nodes()).noneMatch(SlurmNode::closed);
        assertThat(slurm.requeues()).isEmpty();
    }

    @Test
    void neverLiftsADrainThatAPersonHasMadeTheirOwn() {
        quarantine();
        runUntil(() -> happened(NodeVacated.class));
        slurm.drainByHand("gpu-1", "bad fan, jd");
        release();
        runUntil(this::over);

        assertThat(slurm.nodes())
                .filteredOn(node -> node.name().equals("gpu-1"))
                .allMatch(SlurmNode::closed)
                .extracting(node -> node.reason().text())
                .containsExactly("bad fan, jd");
    }

    @Test
    void givesTheNodeOfAnIncidentThatIsOverBack() {
        quarantine();
        runUntil(() -> happened(NodeVacated.class));
        take.closed(new UUID(9, 9), Incident.ID, "incident closed: late");
        assertThat(slurm.nodes()).anyMatch(SlurmNode::closedByUs);

        release();
        runUntil(this::over);

        assertThat(slurm.nodes()).noneMatch(SlurmNode::closed);
    }

    private void release() {
        take.released(new UUID(9, 8), Incident.ID, "cancelled by ada@admin-0");
    }

    @Test
    void countsForNothingWhatWasSeenBeforeTheStateChanged() {
        slurm.submit(JobKind.NO_REQUEUE, "gpu-1");
        quarantine();
        runUntil(() -> happened(JobNotRequeueable.class));
        boolean[] changed = {false};
        reconcile =
                new ReconcileEvacuation(
                        store,
                        new ObserveEvacuation(
                                slurm,
                                kubernetes,
                                job -> {
                                    if (!changed[0]) {
                                        changed[0] = true;
                                        replace();
                                    }
                                    return Optional.empty();
                                },
                                store),
                        new ActInSlurm(
                                slurm, store, Incident.POLICY, clock, (before, decision) -> {}),
                        Incident.POLICY,
                        clock,
                        (before, decision) -> {});
        reconcile.run(Incident.ID);

        assertThat(store.load(Incident.ID).orElseThrow().replacement()).isNotNull();
    }
}
