package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.DetectorStack;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Plain clients of Kafka, as a log shipper and a reader of events use them. */
final class Kafka {
    static final String KERNEL_LOG = "medevac.kernel-log";
    static final String DEAD_LETTERS = KERNEL_LOG + ".dlq";
    static final String FAULTS = "medevac.faults.v1";

    /** As log shippers send: many lines with a request, each acknowledged by all replicas. */
    private static final Map<String, String> SHIPPER =
            Map.of("acks", "all", "linger.ms", "5", "batch.size", "131072");

    private static final Duration WITHIN = Duration.ofMinutes(3);

    private final DetectorStack stack;

    Kafka(DetectorStack stack) {
        this.stack = stack;
    }

    /** Writes to the kernel log topic, many records with a request. */
    KafkaProducer<byte[], byte[]> shipper() {
        return producer("log-shipper", SHIPPER);
    }

    /** Writes to the kernel log topic, each record at once. */
    KafkaProducer<byte[], byte[]> promptShipper() {
        return producer("log-shipper", Map.of("acks", "all", "linger.ms", "0"));
    }

    /** Writes where nobody listens, many records with a request. */
    KafkaProducer<byte[], byte[]> deadLetters() {
        return producer("detector", SHIPPER);
    }

    private KafkaProducer<byte[], byte[]> producer(String principal, Map<String, String> further) {
        return new KafkaProducer<>(
                properties(stack.kafkaClientOf(principal), further),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Reads all partitions of a topic from its end on. */
    KafkaConsumer<byte[], byte[]> reader(String topic) {
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        properties(
                                stack.kafkaClient(),
                                Map.of("fetch.max.wait.ms", "50", "max.poll.records", "2000")),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
        List<TopicPartition> partitions =
                consumer.partitionsFor(topic).stream()
                        .map(each -> new TopicPartition(each.topic(), each.partition()))
                        .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        return consumer;
    }

    /** A line of a node, as a shipper sends it. */
    static ProducerRecord<byte[], byte[]> record(String node, String line) {
        return new ProducerRecord<>(
                KERNEL_LOG,
                node.getBytes(StandardCharsets.UTF_8),
                line.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends all of them and waits until the broker has each.
     *
     * @throws CommandFailure when it does not take one of them
     */
    static void sendAll(
            KafkaProducer<byte[], byte[]> producer,
            Stream<ProducerRecord<byte[], byte[]>> records) {
        AtomicReference<@Nullable Exception> refused = new AtomicReference<>();
        for (Iterator<ProducerRecord<byte[], byte[]>> all = records.iterator(); all.hasNext(); ) {
            Future<RecordMetadata> unused =
                    producer.send(
                            all.next(),
                            (taken, failure) -> {
                                if (failure != null) {
                                    refused.compareAndSet(null, failure);
                                }
                            });
        }
        producer.flush(); // no longer than a record may take, delivery.timeout.ms
        Exception failure = refused.get();
        if (failure != null) {
            throw new CommandFailure(
                    "Kafka does not take a record: " + failure.getMessage(), failure);
        }
    }

    /**
     * Waits until the broker has taken a record.
     *
     * @throws CommandFailure when it does not take it
     */
    static void sent(Future<RecordMetadata> record) {
        done(record, "Kafka does not take a record");
    }

    /**
     * Waits for what is done meanwhile.
     *
     * @param otherwise what is wrong when it fails, or takes too long
     */
    static <T> T done(Future<T> work, String otherwise) {
        try {
            return work.get(WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof CommandFailure known) {
                throw known;
            }
            throw new CommandFailure(otherwise + ": " + cause, e);
        } catch (TimeoutException e) {
            throw new CommandFailure("%s within %d s".formatted(otherwise, WITHIN.toSeconds()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }

    private static Map<String, Object> properties(
            Map<String, String> client, Map<String, String> further) {
        Map<String, Object> all = new HashMap<>(client);
        all.putAll(further);
        return all;
    }
}
