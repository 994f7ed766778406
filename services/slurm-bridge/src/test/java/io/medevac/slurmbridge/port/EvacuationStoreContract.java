package io.medevac.slurmbridge.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.slurmbridge.fake.Incident;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every store of evacuations does. */
public abstract class EvacuationStoreContract {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456Z");

    private final UUID incident = UUID.randomUUID();
    private final String node = "gpu-" + incident;

    /** The store under test. */
    protected abstract EvacuationStore store();

    private Evacuation begun() {
        Subject sample = Incident.on(node, "uid");
        return Evacuation.begin(
                new Subject(incident, node, sample.machine(), sample.fault(), sample.quarantined()),
                NOW);
    }

    private static Optional<Decision> to(Evacuation next) {
        return Optional.of(new Decision(next, List.of(), List.of(), NOW));
    }

    @Test
    void knowsNothingOfAnIncidentItWasNotTold() {
        assertThat(store().load(incident)).isEmpty();
        assertThat(store().openOn(node)).isEmpty();
    }

    @Test
    void keepsWhatWasDecided() {
        store().take(UUID.randomUUID(), incident, known -> to(begun()));

        assertThat(store().load(incident)).contains(begun());
        assertThat(store().openOn(node)).containsExactly(incident);
    }

    @Test
    void takesAnEventOnce() {
        UUID event = UUID.randomUUID();
        Replacement first = new Replacement("gpu-2", event);
        Replacement second = new Replacement("gpu-3", event);
        store().update(incident, known -> to(begun()));

        assertThat(
                        store().take(
                                        event,
                                        incident,
                                        known -> known.flatMap(e -> to(e.replacedBy(first, NOW)))))
                .isPresent();
        assertThat(
                        store().take(
                                        event,
                                        incident,
                                        known -> known.flatMap(e -> to(e.replacedBy(second, NOW)))))
                .isEmpty();
        assertThat(store().load(incident).orElseThrow().replacement()).isEqualTo(first);
    }

    @Test
    void changesNothingWhenNothingIsDecided() {
        store().update(incident, known -> to(begun()));

        assertThat(store().update(incident, known -> Optional.empty())).isEmpty();
        assertThat(store().load(incident)).contains(begun());
    }

    @Test
    void storesNothingWhenTheDecisionFails() {
        UUID event = UUID.randomUUID();

        assertThatThrownBy(
                        () ->
                                store().take(
                                                event,
                                                incident,
                                                known -> {
                                                    throw new IllegalStateException("refused");
                                                }))
                .hasMessageContaining("refused");
        assertThat(store().load(incident)).isEmpty();
    }

    @Test
    void countsAnEvacuationThatIsOverAsNotOpen() {
        store().update(incident, known -> to(begun()));
        store().update(incident, known -> known.flatMap(e -> to(e.closed("done", NOW))));

        assertThat(store().openOn(node)).isEmpty();
        assertThat(store().load(incident).orElseThrow().over()).isTrue();
    }
}
