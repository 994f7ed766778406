package io.medevac.notifier.adapter.rehearsal;

import io.medevac.domain.notification.Addressing;
import io.medevac.domain.notification.Audience;
import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Notice;
import io.medevac.domain.notification.Recipient;
import io.medevac.domain.notification.RetryPlan;
import io.medevac.domain.notification.Route;
import io.medevac.domain.notification.Silence;
import io.medevac.domain.notification.Telling;
import io.medevac.domain.notification.Told;
import io.medevac.events.EventHeader;
import io.medevac.events.Job;
import io.medevac.events.JobSignalled;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.RehearsedEvents;
import io.medevac.notifier.adapter.kafka.NewsMapper;
import io.medevac.notifier.application.Channels;
import io.medevac.notifier.application.DeliverMessage;
import io.medevac.notifier.application.TellPeople;
import io.medevac.notifier.port.Channel;
import io.medevac.notifier.port.DeliveryObserver;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/**
 * An owner is told that the job saves its checkpoint. Event, texts and database are real; the
 * channels take every message and send none.
 */
@ApplicationScoped
class NewsRehearsal implements Rehearsal {
    private static final String NAME = "medevac-rehearsal";
    private static final String NOBODY = NAME + "@medevac.invalid";
    private static final Addressing TO_NOBODY =
            new Addressing(
                    List.of(new Route(NAME, Audience.OWNER, ChannelKind.EMAIL, NOBODY)), null);

    private final RehearsedEvents events;
    private final EventHeaders headers;
    private final DeliveryStore store;
    private final Telling telling;
    private final InstantSource clock;
    private final TellPeople tell;
    private final DeliverMessage deliver;

    NewsRehearsal(
            RehearsedEvents events,
            EventHeaders headers,
            DeliveryStore store,
            Telling telling,
            RetryPlan plan,
            InstantSource clock) {
        this.events = events;
        this.headers = headers;
        this.store = store;
        this.telling = telling;
        this.clock = clock;
        DeliveryObserver silent = new Silent();
        this.tell = new TellPeople(store, silent, telling, TO_NOBODY, clock);
        this.deliver = new DeliverMessage(store, new Channels(deadEnds()), plan, silent, clock);
    }

    @Override
    public void play() {
        News news = NewsMapper.news(events.received(signalled())).orElseThrow();
        tell.of(news);
        for (Notice notice : telling.decide(news, Told.NOTHING, clock.instant()).notices()) {
            for (Recipient recipient : TO_NOBODY.recipients(notice).recipients()) {
                Delivery delivery = Delivery.of(news.origin(), notice, recipient, clock.instant());
                deliver.of(delivery.id());
                if (store.find(delivery.id()).filter(each -> !each.pending()).isEmpty()) {
                    throw new IllegalStateException("the rehearsed message was not delivered");
                }
            }
        }
    }

    private JobSignalled signalled() {
        Instant now = clock.instant();
        EventHeader header = headers.next(EventIds.next(now), NAME, now, null);
        return JobSignalled.newBuilder()
                .setHeader(header)
                .setJob(
                        Job.newBuilder()
                                .setJobId(0)
                                .setName(NAME)
                                .setUser(NAME)
                                .setMailUser(NOBODY)
                                .setPartition(NAME)
                                .setNodes(List.of(NAME))
                                .setRestartCount(0)
                                .build())
                .setGraceSeconds(0)
                .setFault(RehearsedEvents.fault())
                .build();
    }

    private static List<Channel> deadEnds() {
        return Arrays.stream(ChannelKind.values()).<Channel>map(DeadEnd::new).toList();
    }

    /** Takes a message and sends none. */
    private record DeadEnd(ChannelKind kind) implements Channel {
        @Override
        public Outcome send(Delivery delivery) {
            return new Outcome.Accepted();
        }
    }

    /** What is only rehearsed is neither logged nor counted. */
    private static final class Silent implements DeliveryObserver {
        @Override
        public void silent(Silence why) {}

        @Override
        public void attempted(Delivery delivery, Outcome outcome, Duration took) {}

        @Override
        public void settled(Delivery.Step step) {}
    }
}
