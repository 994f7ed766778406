package io.medevac.notifier.application;

import io.medevac.domain.notification.Addressing;
import io.medevac.domain.notification.Addressing.Addressed;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Notice;
import io.medevac.domain.notification.Silence;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Telling;
import io.medevac.domain.notification.Told;
import io.medevac.notifier.port.DeliveryObserver;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.notifier.port.DeliveryStore.Intake;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Decides who is told of a piece of news and stores a delivery for each; sends nothing. */
@ApplicationScoped
public class TellPeople {

    private final DeliveryStore store;
    private final DeliveryObserver observer;
    private final Telling telling;
    private final Addressing addressing;
    private final InstantSource clock;

    public TellPeople(
            DeliveryStore store,
            DeliveryObserver observer,
            Telling telling,
            Addressing addressing,
            InstantSource clock) {
        this.store = store;
        this.observer = observer;
        this.telling = telling;
        this.addressing = addressing;
        this.clock = clock;
    }

    /** Takes the news in, once. */
    public void of(News news) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Reasons reasons = new Reasons();
        if (store.take(
                news.origin(),
                Storm.groupOf(news),
                (told, storm) -> intake(news, told, storm, now, reasons))) {
            reasons.silences.forEach(observer::silent);
        }
    }

    private Intake intake(News news, Told told, Storm storm, Instant now, Reasons reasons) {
        Telling.Decision decision = telling.decide(news, told, storm, now);
        List<Silence> silences = new ArrayList<>();
        if (decision.silence() != null) {
            silences.add(decision.silence());
        }
        Map<UUID, Delivery> deliveries = new LinkedHashMap<>();
        for (Notice notice : decision.notices()) {
            Addressed addressed = addressing.recipients(notice);
            silences.addAll(addressed.silences());
            addressed.recipients().stream()
                    .map(
                            recipient ->
                                    Delivery.of(
                                            decision.about(), notice, recipient, decision.tellAt()))
                    .forEach(delivery -> deliveries.putIfAbsent(delivery.id(), delivery));
        }
        reasons.silences = silences;
        return new Intake(decision.told(), decision.storm(), List.copyOf(deliveries.values()));
    }

    /** Why people were not told, from the run of the decision that was stored. */
    private static final class Reasons {
        private List<Silence> silences = List.of();
    }
}
