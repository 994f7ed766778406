package io.medevac.notifier.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.domain.notification.RetryPlan;
import io.medevac.notifier.fake.Examples;
import io.medevac.notifier.fake.InMemoryDeliveryStore;
import io.medevac.notifier.fake.RecordingObserver;
import io.medevac.notifier.fake.ScriptedChannel;
import io.medevac.notifier.port.DeliveryStore.Intake;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DeliverMessageTest {

    private static final RetryPlan PLAN =
            new RetryPlan(Duration.ofSeconds(2), Duration.ofMinutes(1), 3, Duration.ofHours(1));
    private static final Outcome DOWN = new Outcome.Unavailable("connection refused");

    private final InMemoryDeliveryStore store = new InMemoryDeliveryStore();
    private final RecordingObserver observer = new RecordingObserver();
    private final ScriptedChannel mail = new ScriptedChannel(ChannelKind.EMAIL);

    @Test
    void deliversByTheChannelOfTheRecipient() {
        Delivery delivery = stored(Examples.webhook("pager"));
        ScriptedChannel webhook = new ScriptedChannel(ChannelKind.WEBHOOK);

        assertThat(deliver(webhook).of(delivery.id())).isEmpty();

        assertThat(webhook.sent()).containsExactly(delivery);
        assertThat(mail.sent()).isEmpty();
        assertThat(store.announced())
                .extracting(Delivery::state)
                .containsExactly(new State.Delivered(1, Examples.NOW));
    }

    @Test
    void triesAgainWithTheSameIdUntilItIsAccepted() {
        Delivery delivery = stored(Examples.webhook("pager"));
        ScriptedChannel webhook = new ScriptedChannel(ChannelKind.WEBHOOK, DOWN);
        DeliverMessage deliver = deliver(webhook);

        assertThat(deliver.of(delivery.id())).isPresent();
        assertThat(store.announced()).isEmpty();
        assertThat(deliver.of(delivery.id())).isEmpty();

        assertThat(webhook.sent()).extracting(Delivery::id).containsOnly(delivery.id()).hasSize(2);
        assertThat(store.announced())
                .extracting(Delivery::state)
                .containsExactly(new State.Delivered(2, Examples.NOW));
    }

    @Test
    void givesUpAtOnceWhenRefusedForGood() {
        Delivery delivery = stored(Examples.webhook("pager"));
        ScriptedChannel webhook =
                new ScriptedChannel(ChannelKind.WEBHOOK, new Outcome.Refused("answered 410"));

        assertThat(deliver(webhook).of(delivery.id())).isEmpty();

        assertThat(store.announced())
                .extracting(Delivery::state)
                .containsExactly(new State.Failed(1, Examples.NOW, "answered 410"));
    }

    @Test
    void givesUpAfterTheLastAttempt() {
        Delivery delivery = stored(Examples.webhook("pager"));
        DeliverMessage deliver =
                deliver(new ScriptedChannel(ChannelKind.WEBHOOK, DOWN, DOWN, DOWN, DOWN));

        assertThat(deliver.of(delivery.id())).isPresent();
        assertThat(deliver.of(delivery.id())).isPresent();
        assertThat(deliver.of(delivery.id())).isEmpty();
        assertThat(deliver.of(delivery.id())).isEmpty();

        assertThat(store.announced())
                .extracting(Delivery::state)
                .containsExactly(new State.Failed(3, Examples.NOW, "given up: connection refused"));
    }

    @Test
    void sendsNothingThatHasEndedOrIsUnknown() {
        Delivery delivery = stored(Examples.webhook("pager"));
        ScriptedChannel webhook = new ScriptedChannel(ChannelKind.WEBHOOK);
        DeliverMessage deliver = deliver(webhook);

        assertThat(deliver.of(delivery.id())).isEmpty();
        assertThat(deliver.of(delivery.id())).isEmpty();
        assertThat(deliver.of(UUID.randomUUID())).isEmpty();

        assertThat(webhook.sent()).hasSize(1);
        assertThat(observer.settled()).hasSize(1);
    }

    @Test
    void givesUpWhatHasNoRouteAnyMore() {
        Delivery gone = stored(Examples.webhook("old"));
        Delivery kept = stored(Examples.webhook("pager"));

        new AbandonDeliveries(store, observer, InstantSource.fixed(Examples.NOW))
                .outside(Set.of("pager"));

        assertThat(store.announced())
                .extracting(Delivery::id, Delivery::state)
                .containsExactly(
                        tuple(
                                gone.id(),
                                new State.Failed(
                                        0, Examples.NOW, "route old is not configured any more")));
        assertThat(store.find(kept.id()).orElseThrow().pending()).isTrue();
    }

    private DeliverMessage deliver(ScriptedChannel webhook) {
        return new DeliverMessage(
                store,
                new Channels(List.of(mail, webhook)),
                PLAN,
                observer,
                InstantSource.fixed(Examples.NOW));
    }

    private Delivery stored(Delivery delivery) {
        assertThat(
                        store.take(
                                delivery.origin(),
                                Optional.empty(),
                                (told, storm) -> new Intake(told, storm, List.of(delivery))))
                .isTrue();
        return delivery;
    }
}
