package io.medevac.slurmbridge.fake;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.worklist.StateJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Evacuations in memory, as the JSON they are stored as, with the events stored with them. */
public final class InMemoryEvacuationStore implements EvacuationStore {
    private final Map<UUID, String> evacuations = new HashMap<>();
    private final Set<UUID> taken = new HashSet<>();
    private final List<Told> told = new ArrayList<>();

    /**
     * An event as it was stored.
     *
     * @param evacuation the evacuation as it was stored with it
     */
    public record Told(Evacuation evacuation, EvacuationEvent event) {}

    /** Every event, in order. */
    public synchronized List<EvacuationEvent> events() {
        return told.stream().map(Told::event).toList();
    }

    /** The events from this place on, in order. */
    public synchronized List<Told> toldFrom(int place) {
        return List.copyOf(told.subList(place, told.size()));
    }

    /** All evacuations. */
    public synchronized List<Evacuation> all() {
        return evacuations.values().stream().map(InMemoryEvacuationStore::read).toList();
    }

    @Override
    public synchronized Optional<Evacuation> load(UUID incident) {
        return Optional.ofNullable(evacuations.get(incident)).map(InMemoryEvacuationStore::read);
    }

    @Override
    public synchronized Optional<Decision> update(
            UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide) {
        Optional<Decision> decision = decide.apply(load(incident));
        decision.ifPresent(
                made -> {
                    evacuations.put(incident, StateJson.write(made.next(), Evacuation.class));
                    made.events().forEach(each -> told.add(new Told(made.next(), each.event())));
                });
        return decision;
    }

    @Override
    public synchronized Optional<Decision> take(
            UUID event, UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide) {
        return taken.add(event) ? update(incident, decide) : Optional.empty();
    }

    @Override
    public synchronized Set<UUID> openOn(String node) {
        return evacuations.values().stream()
                .map(InMemoryEvacuationStore::read)
                .filter(evacuation -> !evacuation.over())
                .filter(evacuation -> evacuation.subject().node().equals(node))
                .map(evacuation -> evacuation.subject().incident())
                .collect(Collectors.toSet());
    }

    private static Evacuation read(String json) {
        return StateJson.read(json, Evacuation.class);
    }
}
