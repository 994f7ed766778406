package io.medevac.notifier.adapter.postgres;

import io.medevac.events.NotificationDelivered;
import io.medevac.events.NotificationFailed;
import io.medevac.notifier.ReceiverPorts;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.notifier.port.DeliveryStoreContract;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealParts;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The same contract on a real database, the events read from the topic. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "notifier"))
@WithTestResource(ReceiverPorts.class)
class PostgresDeliveryStoreIT extends DeliveryStoreContract {

    private static final String TOPIC = "medevac.notifications.v1";

    @Inject PostgresDeliveryStore store;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @Override
    protected DeliveryStore store() {
        return store;
    }

    @Override
    protected List<String> announced(UUID eventId) {
        EventTopics topics = new EventTopics(brokers, registry);
        Supplier<List<String>> read =
                () ->
                        Stream.concat(
                                        topics.all(TOPIC, NotificationDelivered.class).stream()
                                                .filter(e -> e.getAbout().equals(eventId))
                                                .map(e -> "delivered"),
                                        topics.all(TOPIC, NotificationFailed.class).stream()
                                                .filter(e -> e.getAbout().equals(eventId))
                                                .map(e -> "failed"))
                                .toList();
        return Awaitility.await("an event about " + eventId)
                .atMost(Duration.ofSeconds(30))
                .until(read::get, found -> !found.isEmpty());
    }
}
