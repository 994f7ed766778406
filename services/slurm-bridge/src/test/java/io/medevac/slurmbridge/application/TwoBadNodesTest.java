package io.medevac.slurmbridge.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.slurmbridge.fake.InMemoryEvacuationStore;
import io.medevac.slurmbridge.fake.InMemoryKubernetes;
import io.medevac.slurmbridge.fake.InMemorySlurm;
import io.medevac.slurmbridge.fake.Incident;
import io.medevac.slurmbridge.fake.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two nodes of one job are in quarantine at the same time, each for its own incident. */
class TwoBadNodesTest {
    private static final UUID SECOND = new UUID(7, 2);

    private final ManualClock clock = new ManualClock();
    private final InMemorySlurm slurm = new InMemorySlurm(clock, "gpu-0", "gpu-1");
    private final InMemoryKubernetes kubernetes =
            new InMemoryKubernetes().add("gpu-0", "uid-0").add("gpu-1", "uid-1");
    private final InMemoryEvacuationStore store = new InMemoryEvacuationStore();
    private final TakeEvents take = new TakeEvents(store, clock);
    private final ReconcileEvacuation reconcile =
            new ReconcileEvacuation(
                    store,
                    new ObserveEvacuation(slurm, kubernetes, job -> Optional.empty(), store),
                    new ActInSlurm(slurm, store, Incident.POLICY, clock, (before, decision) -> {}),
                    Incident.POLICY,
                    clock,
                    (before, decision) -> {});

    @Test
    void theirJobIsRequeuedOnceAndBothAreVacated() {
        long job = slurm.submit(JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
        Subject first = Incident.on("gpu-1", "uid-1");
        Subject on = Incident.on("gpu-0", "uid-0");
        quarantine(first);
        quarantine(new Subject(SECOND, on.node(), on.machine(), on.fault(), new UUID(7, 3)));

        Instant deadline = clock.instant().plus(Duration.ofMinutes(5));
        while (vacated() < 2 && clock.instant().isBefore(deadline)) {
            List.of(Incident.ID, SECOND).forEach(reconcile::run);
            clock.pass(Duration.ofMillis(500));
        }

        assertThat(vacated()).isEqualTo(2);
        assertThat(slurm.requeues()).containsExactly(job + "/0");
        assertThat(slurm.readJobs()).noneMatch(each -> each.running());
        assertThat(slurm.readNodes()).allMatch(SlurmNode::closedByUs);
    }

    private void quarantine(Subject subject) {
        kubernetes.quarantine(subject.node(), subject.incident());
        take.quarantined(subject);
    }

    private long vacated() {
        return store.events().stream().filter(NodeVacated.class::isInstance).count();
    }
}
