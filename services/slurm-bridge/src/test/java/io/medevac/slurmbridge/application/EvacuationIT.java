package io.medevac.slurmbridge.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobRequeued;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobResumed;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeDraining;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeJoined;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.slurmbridge.adapter.progress.ProgressFiles;
import io.medevac.slurmbridge.adapter.slurm.ThreeNodeSlurm;
import io.medevac.slurmbridge.fake.InMemoryEvacuationStore;
import io.medevac.slurmbridge.fake.InMemoryKubernetes;
import io.medevac.slurmbridge.fake.Incident;
import io.medevac.slurmbridge.port.SlurmControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The use cases on a real Slurm, with the training program of the demo. gpu-1 is the faulty one.
 */
class EvacuationIT {
    private static final Path TRAINING = Path.of("../../examples/training");
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static ThreeNodeSlurm cluster;

    private final InstantSource clock = InstantSource.system();
    private final SlurmControl slurm = cluster.control();
    private final InMemoryEvacuationStore store = new InMemoryEvacuationStore();
    private final InMemoryKubernetes kubernetes =
            new InMemoryKubernetes().add("gpu-1", "uid-1").add("gpu-2", "uid-2");
    private final TakeEvents take = new TakeEvents(store, clock);
    private final ReconcileEvacuation reconcile =
            new ReconcileEvacuation(
                    store,
                    new ObserveEvacuation(
                            slurm,
                            kubernetes,
                            ProgressFiles.of("{work_dir}/progress-{job_id}.json"),
                            store),
                    new ActInSlurm(slurm, store, Incident.POLICY, clock, (before, decision) -> {}),
                    Incident.POLICY,
                    clock,
                    (before, decision) -> {});
    private Path work;

    @BeforeAll
    static void start() throws IOException {
        cluster = ThreeNodeSlurm.start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void empty() throws IOException {
        cluster.reset();
        work = cluster.workFolder();
        for (String file : List.of("train.py", "train.sbatch")) {
            Files.copy(TRAINING.resolve(file), work.resolve(file));
        }
    }

    private long train(int steps, String... options) {
        String[] command =
                IntStream.range(0, options.length + 5)
                        .mapToObj(
                                i ->
                                        switch (i) {
                                            case 0 -> "sbatch";
                                            case 1 -> "--parsable";
                                            case 2 -> "--export=ALL,STEPS=" + steps;
                                            case 3 -> "--mail-user=ada@example.org";
                                            default ->
                                                    i < options.length + 4
                                                            ? options[i - 4]
                                                            : "train.sbatch";
                                        })
                        .toArray(String[]::new);
        return Long.parseLong(cluster.run(work, command).strip());
    }

    private long gang(int steps) {
        return train(steps, "--nodes=2", "--ntasks-per-node=1", "--gres=gpu:8");
    }

    private void awaitProgress(long job) {
        Awaitility.await("progress of job " + job)
                .atMost(DEADLINE)
                .until(() -> Files.exists(work.resolve("progress-" + job + ".json")));
    }

    private void quarantine() {
        kubernetes.quarantine("gpu-1", Incident.ID);
        take.quarantined(Incident.on("gpu-1", "uid-1"));
    }

    /** Runs the evacuation whenever it is due, until this has happened. */
    private <E extends EvacuationEvent> E runUntil(Class<E> type) {
        Instant[] due = {Instant.EPOCH};
        Awaitility.await(type.getSimpleName())
                .atMost(DEADLINE)
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> {
                            if (clock.instant().isAfter(due[0])) {
                                due[0] = reconcile.run(Incident.ID).orElse(Instant.MAX);
                            }
                            return happened(type).isPresent();
                        });
        return happened(type).orElseThrow();
    }

    private <E extends EvacuationEvent> Optional<E> happened(Class<E> type) {
        return store.events().stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    private List<String> names() {
        return store.events().stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    private SlurmNode node(String name) {
        return slurm.readNodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void drainByHand(String node, String reason) {
        cluster.run(
                work, "scontrol", "update", "nodename=" + node, "state=drain", "reason=" + reason);
    }

    @Test
    void savesAGangJobAndSeesItGoOnAtTheReplacement() throws IOException {
        drainByHand("gpu-2", "medevac:01980000-0000-7000-8000-000000000001 an older incident");
        long job = gang(200);
        awaitProgress(job);
        quarantine();
        JobRequeued requeued = runUntil(JobRequeued.class);
        runUntil(NodeVacated.class);
        take.replaced(Incident.ID, new Replacement("gpu-2", Incident.REPLACED));
        JobResumed resumed = runUntil(JobResumed.class);

        assertThat(names())
                .containsExactly(
                        "SlurmNodeDraining",
                        "JobSignalled",
                        "JobRequeued",
                        "NodeVacated",
                        "SlurmNodeJoined",
                        "JobResumed");
        assertThat(requeued.job().about().mailUser()).isEqualTo("ada@example.org");
        assertThat(requeued.graceUsed()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(20));
        assertThat(happened(SlurmNodeJoined.class).orElseThrow().undrained()).isTrue();
        assertThat(resumed.job().nodes()).containsExactly("gpu-0", "gpu-2");
        assertThat(resumed.from()).isEqualTo(requeued.checkpoint()).isNotNull();
        assertThat(resumed.progress().step()).isGreaterThan(resumed.from().step());
        assertThat(node("gpu-1").closedByUs()).isTrue();

        Path result = work.resolve("result-" + job + ".json");
        Awaitility.await("the end of the training")
                .atMost(DEADLINE)
                .until(() -> Files.exists(result));
        List<Integer> trained =
                Files.readAllLines(work.resolve("steps-" + job + ".txt")).stream()
                        .map(line -> Integer.valueOf(line.substring(0, line.indexOf(" "))))
                        .toList();
        assertThat(trained).isEqualTo(IntStream.rangeClosed(1, 200).boxed().toList());
        assertThat(new ObjectMapper().readTree(result.toFile()).path("steps").asInt())
                .isEqualTo(200);
    }

    @Test
    void leavesAJobThatCannotBeRequeuedToItsEnd() {
        long job = train(80, "--no-requeue", "--nodelist=gpu-1", "--ntasks=1");
        awaitProgress(job);
        quarantine();
        runUntil(NodeVacated.class);

        assertThat(names())
                .containsExactly(
                        "SlurmNodeDraining", "JobNotRequeueable", "JobEnded", "NodeVacated");
        assertThat(work.resolve("result-" + job + ".json")).exists();
    }

    @Test
    void leavesAForeignDrainAsItIs() {
        drainByHand("gpu-1", "bad fan, jd");
        quarantine();
        runUntil(NodeVacated.class);

        assertThat(happened(SlurmNodeDraining.class).orElseThrow().ours()).isFalse();
        assertThat(node("gpu-1").reason().text()).isEqualTo("bad fan, jd");
    }

    @Test
    void vacatesANodeWithoutJobsAtOnce() {
        quarantine();
        Instant begun = clock.instant();
        runUntil(NodeVacated.class);

        assertThat(names()).containsExactly("SlurmNodeDraining", "NodeVacated");
        assertThat(Duration.between(begun, clock.instant())).isLessThan(Duration.ofSeconds(5));
        assertThat(node("gpu-1").reason().incident()).isEqualTo(Incident.ID);
    }

    @Test
    void givesTheNodeBackAsItWasWithoutAskingItsJobs() {
        SlurmNode before = node("gpu-1");
        quarantine();
        runUntil(NodeVacated.class);
        assertThat(node("gpu-1").closedByUs()).isTrue();

        take.released(new UUID(9, 8), Incident.ID, "released by ada@admin-0");
        while (reconcile.run(Incident.ID).isPresent()) {
            assertThat(store.load(Incident.ID).orElseThrow().releasing()).isTrue();
        }

        assertThat(node("gpu-1").closed()).isFalse();
        assertThat(node("gpu-1").reason()).isEqualTo(before.reason());
    }

    @Test
    void neverLiftsADrainWhoseReasonAPersonHasWritten() {
        quarantine();
        runUntil(NodeVacated.class);
        drainByHand("gpu-1", "bad fan, jd");

        take.released(new UUID(9, 8), Incident.ID, "released by ada@admin-0");

        assertThat(reconcile.run(Incident.ID)).isEmpty();
        assertThat(node("gpu-1").closed()).isTrue();
        assertThat(node("gpu-1").reason().text()).isEqualTo("bad fan, jd");
    }

    @Test
    void neverCallsANodeVacatedWhileTheControllerIsDown() {
        quarantine();
        cluster.controller(false);
        try {
            for (int look = 0; look < 2; look++) {
                assertThat(reconcile.run(Incident.ID)).isPresent();
            }
            assertThat(store.events()).isEmpty();
        } finally {
            cluster.controller(true);
        }
        runUntil(NodeVacated.class);
        assertThat(Arrays.asList(names().getFirst(), names().getLast()))
                .containsExactly("SlurmNodeDraining", "NodeVacated");
    }
}
