package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.Machine;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealParts;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import io.medevac.wire.PermanentFailure;
import io.medevac.wire.TransientFailure;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(RealParts.class)
class MessagingIT {
    private static final String TOPIC = "medevac.nodes.v1";

    @Inject RecordingConsumer consumer;
    @Inject EventCodec codec;
    @Inject EventHeaders headers;
    @Inject Outbox outbox;
    @Inject ProcessedEvents processed;
    @Inject Transactions transactions;
    @Inject Mutiny.SessionFactory sessions;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @BeforeEach
    void forget() {
        consumer.seen.clear();
        consumer.before = event -> {};
    }

    @Test
    void whatCannotBeDecodedIsPutAsideWithItsPlaceAndThePartitionGoesOn() {
        SpecificRecord last = event("gpu-1");
        List<byte[]> bad =
                List.of(
                        "no Avro at all".getBytes(StandardCharsets.UTF_8),
                        new byte[] {0, 0x7F, 0x7F, 0x7F, 0x7F, 1},
                        cutShort(codec.encode(event("gpu-1"))));

        long first = send("test/gpu-1", bad.get(0));
        send("test/gpu-1", bad.get(1));
        send("test/gpu-1", bad.get(2));
        send("test/gpu-1", codec.encode(last));

        Awaitility.await().until(() -> consumer.seen, seen -> seen.contains(last));
        List<ConsumerRecord<byte[], byte[]>> read =
                topics().read(
                                TOPIC + ".dlq",
                                Duration.ofSeconds(10),
                                records -> keyed(records, "test/gpu-1").size() >= 3);
        List<ConsumerRecord<byte[], byte[]>> aside = keyed(read, "test/gpu-1");
        assertThat(aside).extracting(ConsumerRecord::value).containsExactlyElementsOf(bad);
        Map<String, String> why = headersOf(aside.getFirst());
        assertThat(why)
                .containsEntry("dead-letter-topic", TOPIC)
                .containsEntry("dead-letter-offset", Long.toString(first))
                .containsKey("dead-letter-partition");
        assertThat(why.get("dead-letter-reason")).contains("not in Confluent wire format");
        assertThat(headersOf(aside.get(1)).get("dead-letter-reason"))
                .contains("schema id 2139062143 is not in the registry");
    }

    @Test
    void aTransientFailureHoldsTheRecordUntilItWorks() {
        AtomicInteger failures = new AtomicInteger(3);
        consumer.before =
                event -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new TransientFailure("database away");
                    }
                };
        SpecificRecord first = event("gpu-2");
        SpecificRecord second = event("gpu-2");

        send("test/gpu-2", codec.encode(first));
        send("test/gpu-2", codec.encode(second));

        Awaitility.await()
                .untilAsserted(() -> assertThat(consumer.seen).containsExactly(first, second));
    }

    @Test
    void whatKafkaWouldNotTakeNeverGetsIntoTheOutbox() {
        IncidentClosed event = event("gpu-8", "x".repeat(1_000_001));

        assertThatThrownBy(() -> inTransaction(session -> outbox.append(session, event)))
                .isInstanceOf(PermanentFailure.class)
                .hasMessageContaining("longer than");
        assertThatThrownBy(() -> inTransaction(session -> outbox.append(session, event(" "))))
                .hasMessageContaining("names no node");
    }

    @Test
    void thousandsOfStepsInOneTransactionNeedNoDeeperStack() {
        List<UUID> ids = Stream.generate(() -> EventIds.next(Instant.now())).limit(5_000).toList();

        transactions.run(
                session ->
                        Transactions.inOrder(
                                ids, id -> processed.firstTime(session, id).replaceWithVoid()));

        Set<UUID> again = transactions.run(session -> processed.firstTimes(session, ids));
        assertThat(again).isEmpty();
    }

    @Test
    void ofManyEventsThoseCountThatAreSeenForTheFirstTime() {
        UUID known = EventIds.next(Instant.now());
        UUID fresh = EventIds.next(Instant.now());
        assertThat(firstTime(known)).isTrue();

        Set<UUID> first =
                transactions.run(session -> processed.firstTimes(session, List.of(known, fresh)));
        assertThat(first).containsExactly(fresh);
    }

    /** Else the record that was being handled would be put aside for ever. */
    @Test
    void aDatabaseThatCannotBeReachedIsAFailureThatMayHeal() {
        assertThatThrownBy(
                        () ->
                                transactions.<Void>run(
                                        session ->
                                                Uni.createFrom()
                                                        .failure(new ConnectException("refused"))))
                .extracting(FailureClass::of)
                .isEqualTo(FailureClass.TRANSIENT);
    }

    @Test
    void aRehearsalSeesWhatItDidAndNobodyElseEverDoes() {
        UUID id = EventIds.next(Instant.now());
        List<Boolean> firstTimes = new CopyOnWriteArrayList<>();

        transactions.rehearse(
                () -> {
                    firstTimes.add(transactions.run(session -> processed.firstTime(session, id)));
                    firstTimes.add(transactions.run(session -> processed.firstTime(session, id)));
                });

        assertThat(firstTimes).containsExactly(true, false);
        assertThat(firstTime(id)).isTrue();
    }

    @Test
    void aRehearsalThatFailsSaysSoAndLeavesNothing() {
        UUID id = EventIds.next(Instant.now());

        assertThatThrownBy(
                        () ->
                                transactions.rehearse(
                                        () -> {
                                            assertThat(
                                                            transactions.<Boolean>run(
                                                                    session ->
                                                                            processed.firstTime(
                                                                                    session, id)))
                                                    .isTrue();
                                            throw new IllegalStateException("a broken play");
                                        }))
                .hasMessageContaining("a broken play");
        assertThat(firstTime(id)).isTrue();
    }

    @Test
    void aFailureInsideARehearsalIsThrownWhereItHappened() {
        assertThatThrownBy(
                        () ->
                                transactions.rehearse(
                                        () ->
                                                assertThat(
                                                                transactions.<Integer>run(
                                                                        session ->
                                                                                session.createNativeQuery(
                                                                                                "no"
                                                                                                        + " SQL")
                                                                                        .executeUpdate()))
                                                        .isZero()))
                .hasStackTraceContaining("no SQL");
    }

    @Test
    void anEventCountsOnce() {
        UUID id = EventIds.next(Instant.now());

        assertThat(firstTime(id)).isTrue();
        assertThat(firstTime(id)).isFalse();
    }

    @Test
    void anEventOfARolledBackTransactionCountsAsNotSeen() {
        UUID id = EventIds.next(Instant.now());

        assertThatThrownBy(
                        () ->
                                inTransaction(
                                        session ->
                                                processed
                                                        .firstTime(session, id)
                                                        .chain(
                                                                () ->
                                                                        Uni.createFrom()
                                                                                .failure(
                                                                                        new IllegalStateException(
                                                                                                "crash")))))
                .hasMessageContaining("crash");

        assertThat(firstTime(id)).isTrue();
    }

    @Test
    void theOutboxReachesItsTopicInOrderAndKeepsItsRows() {
        List<IncidentClosed> events = List.of(event("gpu-3"), event("gpu-3"));

        inTransaction(session -> outbox.appendAll(session, events));

        Long rows =
                inTransaction(
                        session ->
                                session.createNativeQuery(
                                                "SELECT count(*) FROM outbox WHERE aggregateid ="
                                                        + " 'test/gpu-3'",
                                                Long.class)
                                        .getSingleResult());
        assertThat(rows).isEqualTo(2);
        List<ConsumerRecord<byte[], byte[]>> records =
                topics()
                        .read(
                                TOPIC,
                                Duration.ofSeconds(10),
                                read -> read.stream().filter(r -> of(r, "gpu-3")).count() >= 2)
                        .stream()
                        .filter(record -> of(record, "gpu-3"))
                        .toList();
        assertThat(records)
                .extracting(ConsumerRecord::value)
                .containsExactly(codec.encode(events.get(0)), codec.encode(events.get(1)));
        UUID id = events.getFirst().getHeader().getEventId();
        UUID incident = events.getFirst().getHeader().getIncidentId();
        assertThat(headersOf(records.getFirst()))
                .containsEntry("ce_id", id.toString())
                .containsEntry("ce_type", "io.medevac.events.IncidentClosed")
                .containsEntry("ce_source", "/medevac/messaging-it")
                .containsEntry("ce_subject", "test/gpu-3")
                .containsEntry("ce_time", events.getFirst().getHeader().getOccurredAt().toString())
                .hasEntrySatisfying(
                        "traceparent",
                        trace ->
                                assertThat(trace)
                                        .startsWith("00-" + incident.toString().replace("-", "")));
    }

    private boolean firstTime(UUID id) {
        return inTransaction(session -> processed.firstTime(session, id));
    }

    private <T> T inTransaction(Function<Mutiny.Session, Uni<T>> work) {
        try {
            return VertxContextSupport.subscribeAndAwait(() -> sessions.withTransaction(work));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private IncidentClosed event(String node) {
        return event(node, "test");
    }

    private IncidentClosed event(String node, String reason) {
        return IncidentClosed.newBuilder()
                .setHeader(headers.next(EventIds.next(Instant.now()), node, Instant.now(), null))
                .setOutcome(IncidentOutcome.RECOVERED)
                .setReason(reason)
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

    private static boolean of(ConsumerRecord<byte[], byte[]> record, String node) {
        return new String(record.key(), StandardCharsets.UTF_8).equals("test/" + node);
    }

    private static byte[] cutShort(byte[] bytes) {
        return java.util.Arrays.copyOf(bytes, bytes.length - 2);
    }

    private long send(String key, byte[] value) {
        return topics().send(TOPIC, key, value);
    }

    private EventTopics topics() {
        return new EventTopics(brokers, registry);
    }

    private static Map<String, String> headersOf(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> values = new HashMap<>();
        record.headers()
                .forEach(
                        header ->
                                values.put(
                                        header.key(),
                                        new String(header.value(), StandardCharsets.UTF_8)));
        return values;
    }
}
