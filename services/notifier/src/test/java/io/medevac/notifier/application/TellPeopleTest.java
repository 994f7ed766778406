package io.medevac.notifier.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.notification.Addressing;
import io.medevac.domain.notification.Audience;
import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Recipient;
import io.medevac.domain.notification.Route;
import io.medevac.domain.notification.Silence;
import io.medevac.domain.notification.Telling;
import io.medevac.notifier.fake.Examples;
import io.medevac.notifier.fake.InMemoryDeliveryStore;
import io.medevac.notifier.fake.RecordingObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TellPeopleTest {

    private static final Addressing ADDRESSING =
            new Addressing(
                    List.of(
                            new Route("owner", Audience.OWNER, ChannelKind.EMAIL, "{mail_user}"),
                            new Route(
                                    "ops",
                                    Audience.OPERATORS,
                                    ChannelKind.EMAIL,
                                    "ops@example.org"),
                            new Route(
                                    "pager",
                                    Audience.OPERATORS,
                                    ChannelKind.WEBHOOK,
                                    "https://pager.example.org")),
                    null);

    private final InMemoryDeliveryStore store = new InMemoryDeliveryStore();
    private final RecordingObserver observer = new RecordingObserver();
    private final TellPeople tell = at(Duration.ZERO);

    @Test
    void storesOneDeliveryForEachRecipientAndChannel() {
        tell.of(Examples.lost("alice@example.org"));

        assertThat(store.all())
                .extracting(delivery -> delivery.recipient())
                .containsExactly(
                        new Recipient("owner", ChannelKind.EMAIL, "alice@example.org"),
                        new Recipient("ops", ChannelKind.EMAIL, "ops@example.org"),
                        new Recipient("pager", ChannelKind.WEBHOOK, "pager"));
    }

    @Test
    void tellsSomebodyWhoIsBothOwnerAndOperatorOnce() {
        tell.of(Examples.lost("ops@example.org"));

        assertThat(store.all())
                .extracting(delivery -> delivery.audience())
                .containsExactly(Audience.OWNER, Audience.OPERATORS);
    }

    @Test
    void tellsARepeatedEventOnce() {
        News news = Examples.signalled("alice@example.org");

        tell.of(news);
        tell.of(news);

        assertThat(store.all()).hasSize(1);
        assertThat(observer.silences()).isEmpty();
    }

    @Test
    void groupsTheFaultsOfAnIncident() {
        UUID incident = UUID.randomUUID();

        for (int i = 0; i < 100; i++) {
            tell.of(Examples.fault(incident, RecommendedAction.UNKNOWN));
        }
        tell.of(Examples.fault(UUID.randomUUID(), RecommendedAction.UNKNOWN));

        assertThat(store.all()).hasSize(2 * 2);
        assertThat(observer.silences()).hasSize(99).containsOnly(Silence.TOLD_BEFORE);
    }

    @Test
    void saysWhyAnOwnerIsNotTold() {
        tell.of(Examples.signalled(null));

        assertThat(store.all()).isEmpty();
        assertThat(observer.silences()).containsExactly(Silence.NO_ADDRESS);
    }

    @Test
    void wakesNobodyForAReplayOfOldEvents() {
        at(Duration.ofHours(25)).of(Examples.lost("alice@example.org"));

        assertThat(store.all()).isEmpty();
        assertThat(observer.silences()).containsExactly(Silence.TOO_OLD);
    }

    private TellPeople at(Duration later) {
        return new TellPeople(
                store,
                observer,
                new Telling(Duration.ofDays(1), Duration.ofSeconds(20), Duration.ofHours(1)),
                ADDRESSING,
                InstantSource.fixed(Examples.NOW.plus(later)));
    }
}
