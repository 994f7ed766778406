package io.medevac.notifier.fake;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Told;
import io.medevac.notifier.port.DeliveryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Runs every decision twice, as a transaction that is repeated would. */
public final class InMemoryDeliveryStore implements DeliveryStore {

    private final Set<UUID> processed = new HashSet<>();
    private final Map<UUID, Told> told = new LinkedHashMap<>();
    private final Map<UUID, Storm> storms = new LinkedHashMap<>();
    private final Map<UUID, Delivery> deliveries = new LinkedHashMap<>();
    private final List<Delivery> announced = new ArrayList<>();

    @Override
    public synchronized boolean take(
            Origin origin, Optional<UUID> storm, BiFunction<Told, Storm, Intake> decide) {
        if (processed.contains(origin.eventId())) {
            return false;
        }
        Told before = told.getOrDefault(origin.group(), Told.NOTHING);
        Storm held = storm.map(id -> storms.getOrDefault(id, Storm.NONE)).orElse(Storm.NONE);
        Intake unused = decide.apply(before, held);
        Intake intake = decide.apply(before, held);
        processed.add(origin.eventId());
        told.put(origin.group(), intake.told());
        storm.ifPresent(id -> storms.put(id, intake.storm()));
        intake.deliveries()
                .forEach(delivery -> deliveries.merge(delivery.id(), delivery, this::newer));
        return true;
    }

    private Delivery newer(Delivery known, Delivery again) {
        return known.untried() ? known.saying(again.message()) : known;
    }

    @Override
    public synchronized Optional<Delivery> find(UUID id) {
        return Optional.ofNullable(deliveries.get(id));
    }

    @Override
    public synchronized Optional<Delivery.Step> settle(
            UUID id, Function<Delivery, Delivery.Step> decide) {
        Delivery delivery = deliveries.get(id);
        if (delivery == null || !delivery.pending()) {
            return Optional.empty();
        }
        Delivery.Step unused = decide.apply(delivery);
        Delivery.Step step = decide.apply(delivery);
        deliveries.put(id, step.delivery());
        if (!step.delivery().pending()) {
            announced.add(step.delivery());
        }
        return Optional.of(step);
    }

    @Override
    public synchronized List<UUID> pendingOutside(Set<String> routes) {
        return deliveries.values().stream()
                .filter(Delivery::pending)
                .filter(delivery -> !routes.contains(delivery.recipient().route()))
                .map(Delivery::id)
                .toList();
    }

    @Override
    public synchronized void forget(Instant before) {
        deliveries.values().removeIf(delivery -> endedBefore(delivery, before));
    }

    /** Everything stored, in order. */
    public synchronized List<Delivery> all() {
        return List.copyOf(deliveries.values());
    }

    /** Deliveries whose end was announced by an event. */
    public synchronized List<Delivery> announced() {
        return List.copyOf(announced);
    }

    private static boolean endedBefore(Delivery delivery, Instant before) {
        return switch (delivery.state()) {
            case Delivery.State.Pending pending -> false;
            case Delivery.State.Delivered delivered -> delivered.at().isBefore(before);
            case Delivery.State.Failed failed -> failed.at().isBefore(before);
        };
    }
}
