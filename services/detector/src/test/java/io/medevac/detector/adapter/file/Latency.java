package io.medevac.detector.adapter.file;

import io.medevac.testkit.EventTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Times from a moment to the next record of a node on a topic. */
final class Latency implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final KafkaConsumer<byte[], byte[]> reader;
    private final List<Double> millis = new ArrayList<>();

    Latency(EventTopics topics, String topic) {
        reader = topics.reader(topic);
        reader.seekToEnd(reader.assignment());
        reader.assignment().forEach(reader::position);
    }

    /** Waits for the record and remembers how long it took since the start. */
    void awaitRecordOf(String node, long start) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
                if (new String(record.key(), StandardCharsets.UTF_8).endsWith("/" + node)) {
                    millis.add((System.nanoTime() - start) / 1e6);
                    return;
                }
            }
        }
        throw new AssertionError("no record of " + node);
    }

    double percentile(int percent) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * percent / 100.0) - 1));
    }

    @Override
    public void close() {
        reader.close();
    }
}
