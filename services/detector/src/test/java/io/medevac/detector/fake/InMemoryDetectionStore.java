package io.medevac.detector.fake;

import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.Detection.WaitingRoom;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.KernelLogState;
import io.medevac.domain.detection.LogProgress;
import io.medevac.domain.detection.WaitingSignal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store in memory; proven by the same contract as the one in PostgreSQL. */
public final class InMemoryDetectionStore implements DetectionStore {
    private final Map<List<String>, LogProgress> logs = new HashMap<>();
    private final Map<UUID, OpenOn> open = new LinkedHashMap<>();
    private final Map<UUID, Waits> waiting = new LinkedHashMap<>();
    private final Map<String, SourceState> states = new HashMap<>();
    private final Set<UUID> seen = new HashSet<>();
    private final List<DetectedFault> told = new ArrayList<>();
    private boolean down;

    private record OpenOn(String node, Incident incident) {}

    private record Waits(String node, WaitingSignal signal) {}

    /** Makes every call fail, or work again. */
    public synchronized void down(boolean isDown) {
        down = isDown;
    }

    /** Faults told so far, in order. */
    public synchronized List<DetectedFault> told() {
        return List.copyOf(told);
    }

    /** Forgets all, as if it were new. */
    public synchronized void wipe() {
        logs.clear();
        open.clear();
        waiting.clear();
        seen.clear();
        states.clear();
        told.clear();
    }

    @Override
    public synchronized Optional<LogProgress> progress(String stream, String node) {
        check();
        return Optional.ofNullable(logs.get(List.of(stream, node)));
    }

    @Override
    public synchronized List<Optional<Outcome>> takeInAll(List<Stretch> stretches) {
        check();
        return stretches.stream().map(this::takeIn).toList();
    }

    private Optional<Outcome> takeIn(Stretch stretch) {
        List<String> log = List.of(stretch.stream(), stretch.node());
        Set<UUID> repeated = new HashSet<>(stretch.signals());
        repeated.retainAll(seen);
        Optional<Outcome> outcome =
                stretch.decide().apply(new Known(logs.get(log), openOf(stretch.node()), repeated));
        outcome.ifPresent(
                decided -> {
                    seen.addAll(stretch.signals());
                    logs.put(log, decided.progress());
                    place(stretch.node(), decided.placed());
                });
        return outcome;
    }

    @Override
    public synchronized Optional<Placed> takeIn(
            String node,
            Set<UUID> signals,
            @Nullable SourceState state,
            Function<Known, Placed> decide) {
        check();
        if (state != null) {
            SourceState before = states.get(state.key());
            if (before != null && before.version() != state.version() - 1) {
                return Optional.empty();
            }
            states.put(state.key(), state);
        }
        Set<UUID> repeated = new HashSet<>(signals);
        repeated.retainAll(seen);
        Placed placed = decide.apply(new Known(null, openOf(node), repeated));
        seen.addAll(signals);
        place(node, placed);
        return Optional.of(placed);
    }

    @Override
    public synchronized List<SourceState> states(Collection<String> keys) {
        check();
        return keys.stream().filter(states::containsKey).map(states::get).toList();
    }

    @Override
    public synchronized List<SourceState> statesOf(String kind) {
        check();
        return states.values().stream().filter(state -> state.key().startsWith(kind)).toList();
    }

    private void place(String node, Placed placed) {
        save(node, placed.incidents());
        placed.waiting()
                .forEach(signal -> waiting.put(signal.signal().id(), new Waits(node, signal)));
        told.addAll(placed.faults());
    }

    @Override
    public synchronized Review review(String node, Function<WaitingRoom, Review> decide) {
        check();
        Map<String, KernelLogState> states = new HashMap<>();
        logs.forEach(
                (key, progress) -> {
                    if (key.get(1).equals(node)) {
                        states.put(key.get(0), progress.state());
                    }
                });
        List<WaitingSignal> signals =
                waiting.values().stream()
                        .filter(waits -> waits.node().equals(node))
                        .map(Waits::signal)
                        .toList();
        Review review = decide.apply(new WaitingRoom(signals, states, openOf(node)));
        review.faults().forEach(fault -> waiting.remove(fault.signal().id()));
        save(node, review.incidents());
        told.addAll(review.faults());
        return review;
    }

    @Override
    public synchronized void close(UUID event, UUID incident) {
        check();
        seen.add(event);
        open.remove(incident);
    }

    private void check() {
        if (down) {
            throw new IllegalStateException("the store is down");
        }
    }

    private void save(String node, Collection<Incident> incidents) {
        incidents.forEach(incident -> open.put(incident.id(), new OpenOn(node, incident)));
    }

    private List<Incident> openOf(String node) {
        return open.values().stream()
                .filter(on -> on.node().equals(node))
                .map(OpenOn::incident)
                .toList();
    }
}
