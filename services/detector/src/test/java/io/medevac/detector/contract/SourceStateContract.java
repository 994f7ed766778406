package io.medevac.detector.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.node.Machine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What every store must do for sources that are no logs. */
public abstract class SourceStateContract {
    private final String node = "gpu-" + UUID.randomUUID();
    private final String key = "dcgm:" + node;

    protected abstract DetectionStore store();

    @Test
    void remembersASourceWithWhatItObserved() {
        Incident incident = incident();
        UUID signal = UUID.randomUUID();
        assertThat(store().states(List.of(key))).isEmpty();

        assertThat(report(Set.of(signal), new SourceState(key, 1, "one"), incident)).isPresent();

        assertThat(store().states(List.of(key, "other")))
                .containsExactly(new SourceState(key, 1, "one"));
        assertThat(store().statesOf("dcgm:" + node.substring(0, 12)))
                .containsExactly(new SourceState(key, 1, "one"));
        assertThat(store().statesOf(node)).isEmpty();
        assertThat(openWith(signal)).containsExactly(incident);
    }

    @Test
    void saysWhichObservationsWereTakenBefore() {
        UUID first = UUID.randomUUID();
        report(Set.of(first), null, incident());
        AtomicReference<Set<UUID>> seen = new AtomicReference<>();

        store().takeIn(
                        node,
                        Set.of(first, UUID.randomUUID()),
                        null,
                        known -> {
                            seen.set(known.seen());
                            return new Placed(List.of(), List.of(), List.of());
                        });

        assertThat(seen.get()).containsExactly(first);
    }

    @Test
    void storesNothingOfASourceThatAnotherReplicaHasLookedAt() {
        report(Set.of(), new SourceState(key, 1, "one"));
        report(Set.of(), new SourceState(key, 2, "two"));
        UUID signal = UUID.randomUUID();

        assertThat(report(Set.of(signal), new SourceState(key, 2, "late"), incident())).isEmpty();

        assertThat(store().states(List.of(key))).containsExactly(new SourceState(key, 2, "two"));
        assertThat(openWith(UUID.randomUUID())).isEmpty();
    }

    private Optional<Placed> report(Set<UUID> signals, SourceState state, Incident... incidents) {
        return store().takeIn(
                        node,
                        signals,
                        state,
                        known -> new Placed(List.of(), List.of(), List.of(incidents)));
    }

    private List<Incident> openWith(UUID signal) {
        AtomicReference<List<Incident>> open = new AtomicReference<>();
        store().takeIn(
                        node,
                        Set.of(signal),
                        null,
                        known -> {
                            open.set(known.open());
                            return new Placed(List.of(), List.of(), List.of());
                        });
        return open.get();
    }

    private static Incident incident() {
        return new Incident(UUID.randomUUID(), new Machine("uid", "boot"), 1, Dossier.EMPTY);
    }
}
