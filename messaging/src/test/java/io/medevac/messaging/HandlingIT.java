package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.Machine;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealParts;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.eclipse.microprofile.health.Liveness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of records whose handling goes wrong, and how the consumer is set. */
@QuarkusTest
@WithTestResource(RealParts.class)
class HandlingIT {
    private static final String TOPIC = "medevac.nodes.v1";

    @Inject RecordingConsumer consumer;
    @Inject EventCodec codec;
    @Inject EventHeaders headers;
    @Inject KafkaClientService clients;
    @Inject @Liveness HandlingProgress progress;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @BeforeEach
    void forget() {
        consumer.seen.clear();
        consumer.before = event -> {};
    }

    /** Field report B49. */
    @Test
    void anEventWithoutANodeIsPutAsideAtOnceAndTheNextIsHandled() {
        SpecificRecord next = event("gpu-6");

        send("test/", codec.encode(event("")));
        send("test/", codec.encode(next));

        Awaitility.await().until(() -> consumer.seen, seen -> seen.equals(List.of(next)));
        assertThat(
                        topics().read(
                                        TOPIC + ".dlq",
                                        Duration.ofSeconds(10),
                                        records -> !keyed(records, "test/").isEmpty()))
                .filteredOn(record -> keyed(List.of(record), "test/").size() == 1)
                .singleElement()
                .satisfies(
                        record ->
                                assertThat(
                                                new String(
                                                        record.headers()
                                                                .lastHeader("dead-letter-reason")
                                                                .value(),
                                                        StandardCharsets.UTF_8))
                                        .contains("IncidentClosed names no node"));
    }

    /** Field report B47: what only a new process heals must be seen from outside. */
    @Test
    void aHandlerThatDoesNotEndMakesTheServiceNotAlive() {
        CountDownLatch hangs = new CountDownLatch(1);
        consumer.before =
                event -> {
                    try {
                        hangs.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                };
        SpecificRecord event = event("gpu-7");

        send("test/gpu-7", codec.encode(event));

        Awaitility.await().until(() -> progress.call().getStatus() == Status.DOWN);
        hangs.countDown();
        Awaitility.await().until(() -> progress.call().getStatus() == Status.UP);
        Awaitility.await().until(() -> consumer.seen.contains(event));
    }

    @Test
    void theClientsAreSetAsTheSharedPropertiesSay() {
        assertThat(new HashMap<String, Object>(clients.getConsumer("nodes").configuration()))
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("session.timeout.ms", "6000")
                .containsEntry("heartbeat.interval.ms", "2000")
                .containsEntry("max.poll.interval.ms", "60000")
                .containsEntry("max.poll.records", "100")
                .containsEntry("request.timeout.ms", "10000")
                .containsEntry(
                        "partition.assignment.strategy",
                        "org.apache.kafka.clients.consumer.CooperativeStickyAssignor")
                .doesNotContainKey("group.instance.id");
    }

    private void send(String key, byte[] value) {
        assertThat(topics().send(TOPIC, key, value)).isNotNegative();
    }

    private EventTopics topics() {
        return new EventTopics(brokers, registry);
    }

    private SpecificRecord event(String node) {
        return IncidentClosed.newBuilder()
                .setHeader(headers.next(EventIds.next(Instant.now()), node, Instant.now(), null))
                .setOutcome(IncidentOutcome.RECOVERED)
                .setReason("test")
                .setMachine(Machine.newBuilder().setNodeUid("u").setBootId("b").build())
                .setPhases(List.of())
                .build();
    }

    private static List<ConsumerRecord<byte[], byte[]>> keyed(
            List<ConsumerRecord<byte[], byte[]>> records, String key) {
        return records.stream()
                .filter(record -> key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                .toList();
    }
}
