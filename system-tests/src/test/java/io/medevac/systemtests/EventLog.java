package io.medevac.systemtests;

import io.medevac.events.EventHeader;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventTypes;
import io.medevac.wire.SchemaRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/** Everything on the event topics from their beginning, read by a consumer of its own. */
final class EventLog implements AutoCloseable {
    private static final List<String> SUBJECTS =
            List.of("signals", "faults", "nodes", "jobs", "notifications", "commands");

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final EventCodec codec;
    private final List<SpecificRecord> events = new CopyOnWriteArrayList<>();
    private final Thread reader = Thread.ofPlatform().name("event-log").unstarted(this::read);

    EventLog(Map<String, String> environment) {
        Properties config = LocalStack.properties(Path.of(environment.get("MEDEVAC_KAFKA_CONFIG")));
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        codec =
                new EventCodec(
                        new SchemaRegistry(URI.create(environment.get("MEDEVAC_REGISTRY_URL"))));
        List<TopicPartition> partitions =
                SUBJECTS.stream()
                        .map(subject -> "medevac." + subject + ".v1")
                        .flatMap(topic -> consumer.partitionsFor(topic).stream())
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        reader.start();
    }

    /** Events of a type so far. */
    <E extends SpecificRecord> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Events of an incident so far, in the order read. */
    List<SpecificRecord> of(UUID incident) {
        return events.stream()
                .filter(event -> incident.equals(EventTypes.headerOf(event).getIncidentId()))
                .toList();
    }

    /** Waits for the first event of the type that fits. */
    <E extends SpecificRecord> E await(Class<E> type, Duration deadline, Predicate<E> fits) {
        return Awaitility.await(type.getSimpleName())
                .atMost(deadline)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> all(type).stream().filter(fits).findFirst(),
                        first -> first.isPresent())
                .orElseThrow();
    }

    /** Waits for the first event of the type that belongs to the incident. */
    <E extends SpecificRecord> E await(Class<E> type, Duration deadline, UUID incident) {
        return await(
                type,
                deadline,
                event -> incident.equals(EventTypes.headerOf(event).getIncidentId()));
    }

    /** Header of an event. */
    static EventHeader header(SpecificRecord event) {
        return EventTypes.headerOf(event);
    }

    private void read() {
        try (consumer) {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record :
                        consumer.poll(Duration.ofMillis(200))) {
                    add(record);
                }
            }
        } catch (WakeupException e) {
            // close() was called
            return;
        }
    }

    /** A test may put garbage on a topic: the log shows events, the services deal with the rest. */
    private void add(ConsumerRecord<byte[], byte[]> record) {
        try {
            events.add(codec.decode(record.value()));
        } catch (RuntimeException e) {
            System.err.println("no event at " + record.topic() + "@" + record.offset() + ": " + e);
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            reader.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
