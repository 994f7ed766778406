package io.medevac.notifier.fake;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Silence;
import io.medevac.notifier.port.DeliveryObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it saw. */
public final class RecordingObserver implements DeliveryObserver {

    private final List<Silence> silences = new ArrayList<>();
    private final List<Delivery> settled = new ArrayList<>();

    @Override
    public synchronized void silent(Silence why) {
        silences.add(why);
    }

    @Override
    public void attempted(Delivery delivery, Delivery.Outcome outcome, Duration took) {}

    @Override
    public synchronized void settled(Delivery.Step step) {
        settled.add(step.delivery());
    }

    /** Why people were not told. */
    public synchronized List<Silence> silences() {
        return List.copyOf(silences);
    }

    /** Deliveries after each stored step. */
    public synchronized List<Delivery> settled() {
        return List.copyOf(settled);
    }
}
