package io.medevac.launcher.record;

import io.medevac.launcher.CommandFailure;
import io.medevac.wire.EventCodec;
import io.medevac.wire.PermanentFailure;
import io.medevac.wire.SchemaRegistry;
import io.medevac.wire.TransientFailure;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads events from the topics, decoded through the registry. Joins no consumer group: reading
 * leaves no trace. Not thread-safe.
 */
public final class RecordLog implements AutoCloseable {

    /** Topics that events are written to. */
    public static final List<String> TOPICS =
            List.of(
                    "medevac.signals.v1",
                    "medevac.faults.v1",
                    "medevac.nodes.v1",
                    "medevac.jobs.v1",
                    "medevac.notifications.v1",
                    "medevac.commands.v1");

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final EventCodec codec;
    private final Consumer<String> complaints;

    /**
     * A reader of one cluster's topics.
     *
     * @param kafkaClient properties with which a client finds and logs in at Kafka
     * @param complaints told of records that cannot be read: of those of the past in one line for
     *     all
     */
    public RecordLog(Map<String, String> kafkaClient, URI registry, Consumer<String> complaints) {
        this(consumer(kafkaClient), new EventCodec(new SchemaRegistry(registry)), complaints);
    }

    RecordLog(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            EventCodec codec,
            Consumer<String> complaints) {
        this.consumer = consumer;
        this.codec = codec;
        this.complaints = complaints;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, String> kafkaClient) {
        Map<String, Object> config = new HashMap<>(kafkaClient);
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) DEADLINE.toMillis());
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Everything that is on the topics now, in the order it happened.
     *
     * @throws CommandFailure when Kafka or the registry does not answer
     */
    public List<Recorded> readAll(Collection<String> topics) {
        try {
            List<TopicPartition> partitions = assign(topics);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<Recorded> found = new ArrayList<>();
            Unreadable unreadable = new Unreadable();
            long deadline = System.nanoTime() + DEADLINE.toNanos();
            while (!isPast(ends)) {
                ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                polled.forEach(record -> decode(record, found::add, unreadable::add));
                if (!polled.isEmpty()) {
                    deadline = System.nanoTime() + DEADLINE.toNanos();
                } else if (System.nanoTime() - deadline > 0) {
                    throw new CommandFailure("Kafka stopped answering while the topics were read");
                }
            }
            unreadable.summary().ifPresent(complaints);
            found.sort(Comparator.comparing(Recorded::at));
            return found;
        } catch (KafkaException e) {
            throw noAnswer(e);
        }
    }

    /**
     * Hands on each event as it arrives, until told to stop.
     *
     * @param fromBeginning whether what is there already comes first, else only what is new
     * @param goOn asked about twenty times a second
     * @throws CommandFailure when Kafka or the registry does not answer
     */
    public void follow(
            Collection<String> topics,
            boolean fromBeginning,
            BooleanSupplier goOn,
            Consumer<Recorded> reader) {
        try {
            List<TopicPartition> partitions = assign(topics);
            if (fromBeginning) {
                consumer.seekToBeginning(partitions);
            } else {
                consumer.seekToEnd(partitions);
            }
            partitions.forEach(consumer::position);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Unreadable unreadable = new Unreadable();
            boolean live = isPast(ends);
            while (goOn.getAsBoolean()) {
                List<Recorded> batch = new ArrayList<>();
                Refusal refusal = live ? this::complain : unreadable::add;
                consumer.poll(POLL).forEach(record -> decode(record, batch::add, refusal));
                batch.sort(Comparator.comparing(Recorded::at));
                batch.forEach(reader);
                if (!live && isPast(ends)) {
                    live = true;
                    unreadable.summary().ifPresent(complaints);
                }
            }
        } catch (KafkaException e) {
            throw noAnswer(e);
        }
    }

    /**
     * Does something, and hands back the first event on the topic that fits of those that follow.
     *
     * @param act done once reading has begun, so that nothing it leads to is missed
     * @return empty when none has come within the deadline
     * @throws CommandFailure when Kafka or the registry does not answer
     */
    public Optional<Recorded> answer(
            String topic, Act act, Predicate<Recorded> fits, Duration deadline)
            throws InterruptedException {
        try {
            List<TopicPartition> partitions = assign(List.of(topic));
            consumer.seekToEnd(partitions);
            partitions.forEach(consumer::position);
            act.run();
            long end = System.nanoTime() + deadline.toNanos();
            List<Recorded> found = new ArrayList<>();
            while (found.isEmpty() && System.nanoTime() - end < 0) {
                consumer.poll(POLL).forEach(record -> decode(record, found::add, this::complain));
                found.removeIf(fits.negate());
            }
            return found.stream().findFirst();
        } catch (KafkaException e) {
            throw noAnswer(e);
        }
    }

    /** What is to lead to an answer. */
    @FunctionalInterface
    public interface Act {

        /** Does it. */
        void run() throws InterruptedException;
    }

    private boolean isPast(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private List<TopicPartition> assign(Collection<String> topics) {
        List<TopicPartition> partitions = new ArrayList<>();
        Map<String, ?> existing = consumer.listTopics();
        for (String topic : topics) {
            if (!existing.containsKey(topic)) {
                throw CommandFailure.usage(
                        "there is no topic %s; there are %s"
                                .formatted(
                                        topic,
                                        existing.keySet().stream()
                                                .filter(name -> name.startsWith("medevac."))
                                                .sorted()
                                                .collect(Collectors.joining(", "))));
            }
            consumer.partitionsFor(topic)
                    .forEach(part -> partitions.add(new TopicPartition(topic, part.partition())));
        }
        consumer.assign(partitions);
        return partitions;
    }

    private void decode(
            ConsumerRecord<byte[], byte[]> record, Consumer<Recorded> reader, Refusal refusal) {
        try {
            reader.accept(
                    new Recorded(
                            record.topic(),
                            record.partition(),
                            record.offset(),
                            codec.decode(record.value())));
        } catch (PermanentFailure e) {
            refusal.of(record, e.getMessage());
        } catch (TransientFailure e) {
            throw new CommandFailure(e.getMessage(), e);
        }
    }

    private void complain(ConsumerRecord<?, ?> record, @Nullable String reason) {
        complaints.accept(
                "%s[%d]@%d cannot be read: %s"
                        .formatted(record.topic(), record.partition(), record.offset(), reason));
    }

    /** What becomes of a record that cannot be read. */
    private interface Refusal {
        void of(ConsumerRecord<?, ?> record, @Nullable String reason);
    }

    private static CommandFailure noAnswer(KafkaException e) {
        return new CommandFailure(
                "Kafka does not answer (%s): medevac status".formatted(e.getMessage()), e);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
