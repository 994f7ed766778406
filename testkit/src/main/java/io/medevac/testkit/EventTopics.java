package io.medevac.testkit;

import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventTypes;
import io.medevac.wire.SchemaRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * What is on the topics, and a way to put something there, for tests: logs in at the broker of this
 * JVM as one who may do everything.
 */
public final class EventTopics {
    private final Map<String, Object> client;
    private final EventCodec codec;

    /**
     * @param brokers value for {@code bootstrap.servers}
     * @param registry base of the registry's Confluent-compatible API
     */
    public EventTopics(String brokers, String registry) {
        this.client =
                new HashMap<>(
                        KafkaLogins.of(TestState.directory()).clientProperties(KafkaLogins.ADMIN));
        this.client.put("bootstrap.servers", brokers);
        this.codec = new EventCodec(new SchemaRegistry(URI.create(registry)));
    }

    /** Sends an event to its topic under its key; returns its offset. */
    public long send(SpecificRecord event) {
        return send(
                EventTypes.topicOf(event),
                EventTypes.keyOf(EventTypes.headerOf(event)),
                codec.encode(event));
    }

    /** Sends any bytes; returns their offset. */
    public long send(String topic, String key, byte[] value) {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            return producer.send(
                            new ProducerRecord<>(
                                    topic, key.getBytes(StandardCharsets.UTF_8), value))
                    .get()
                    .offset();
        } catch (ExecutionException e) {
            throw new IllegalStateException("not sent to " + topic, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Reads a topic from its beginning until the records fit; fails after the deadline. */
    public List<ConsumerRecord<byte[], byte[]>> read(
            String topic,
            Duration deadline,
            Predicate<List<ConsumerRecord<byte[], byte[]>>> enough) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> reader = reader(topic)) {
            reader.seekToBeginning(reader.assignment());
            Awaitility.await("records on " + topic)
                    .atMost(deadline)
                    .pollInterval(Duration.ofMillis(20))
                    .until(
                            () -> {
                                reader.poll(Duration.ofMillis(100)).forEach(records::add);
                                return enough.test(records);
                            });
        }
        return records;
    }

    /** A consumer of all partitions of a topic, of no group. */
    public KafkaConsumer<byte[], byte[]> reader(String topic) {
        KafkaConsumer<byte[], byte[]> reader =
                new KafkaConsumer<>(
                        client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        reader.assign(
                reader.partitionsFor(topic).stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList());
        return reader;
    }

    /** Waits for the first event of the type, from the beginning of its topic, that fits. */
    public <E extends SpecificRecord> E await(
            String topic, Class<E> type, Duration deadline, Predicate<E> fits) {
        return read(topic, deadline, records -> first(records, type, fits) != null).stream()
                .map(record -> decoded(record, type))
                .filter(event -> event != null && fits.test(event))
                .findFirst()
                .orElseThrow();
    }

    /** Every event of the type on the topic now. */
    public <E extends SpecificRecord> List<E> all(String topic, Class<E> type) {
        List<E> events = new ArrayList<>();
        int[] quiet = {0};
        int[] before = {0};
        read(
                        topic,
                        Duration.ofSeconds(20),
                        records -> {
                            quiet[0] = records.size() == before[0] ? quiet[0] + 1 : 0;
                            before[0] = records.size();
                            return quiet[0] > 5;
                        })
                .forEach(
                        record -> {
                            E event = decoded(record, type);
                            if (event != null) {
                                events.add(event);
                            }
                        });
        return events;
    }

    private <E extends SpecificRecord> @org.jspecify.annotations.Nullable E first(
            List<ConsumerRecord<byte[], byte[]>> records, Class<E> type, Predicate<E> fits) {
        return records.stream()
                .map(record -> decoded(record, type))
                .filter(event -> event != null && fits.test(event))
                .findFirst()
                .orElse(null);
    }

    private <E extends SpecificRecord> @org.jspecify.annotations.Nullable E decoded(
            ConsumerRecord<byte[], byte[]> record, Class<E> type) {
        try {
            SpecificRecord event = codec.decode(record.value());
            return type.isInstance(event) ? type.cast(event) : null;
        } catch (io.medevac.wire.PermanentFailure e) {
            return null;
        }
    }
}
