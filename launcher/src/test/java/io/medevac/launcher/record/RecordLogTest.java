package io.medevac.launcher.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.wire.EventCodec;
import io.medevac.wire.SchemaRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordLogTest {

    private static final List<String> TOPICS = List.of("jobs", "nodes");

    private final MockConsumer<byte[], byte[]> kafka = new MockConsumer<>("earliest");
    private final List<String> complaints = new ArrayList<>();
    private final RecordLog log =
            new RecordLog(
                    kafka,
                    new EventCodec(new SchemaRegistry(URI.create("http://127.0.0.1:1"))),
                    complaints::add);

    @BeforeEach
    void topics() {
        for (String topic : TOPICS) {
            kafka.updatePartitions(
                    topic,
                    List.of(new PartitionInfo(topic, 0, Node.noNode(), new Node[0], new Node[0])));
            kafka.updateBeginningOffsets(Map.of(new TopicPartition(topic, 0), 0L));
        }
    }

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void saysInOneLineWhatCannotBeRead() {
        holds("jobs", 1);
        holds("nodes", 2);

        assertThat(log.readAll(TOPICS)).isEmpty();

        assertThat(complaints)
                .containsExactly(
                        "3 records cannot be read and were left out (1 on jobs, 2 on nodes); why:"
                                + " docs/runbooks/dead-letters.md");
    }

    @Test
    void saysNothingWhenAllCanBeRead() {
        holds("jobs", 0);
        holds("nodes", 0);

        assertThat(log.readAll(TOPICS)).isEmpty();

        assertThat(complaints).isEmpty();
    }

    @Test
    void whileFollowingSumsUpThePastAndNamesWhatIsNew() {
        holds("jobs", 2);
        holds("nodes", 0);
        AtomicInteger polls = new AtomicInteger();

        log.follow(
                TOPICS,
                true,
                () -> {
                    if (polls.incrementAndGet() == 3) {
                        kafka.addRecord(garbage("nodes", 0));
                    }
                    return polls.get() < 5;
                },
                recorded -> {});

        assertThat(complaints).hasSize(2);
        assertThat(complaints.getFirst())
                .startsWith("2 records cannot be read")
                .contains("2 on jobs");
        assertThat(complaints.getLast()).startsWith("nodes[0]@0 cannot be read: ");
    }

    @Test
    void looksForAnAnswerOnlyAmongWhatComesAfterTheQuestion() throws InterruptedException {
        holds("nodes", 2);
        AtomicInteger asked = new AtomicInteger();

        assertThat(
                        log.answer(
                                "nodes",
                                asked::incrementAndGet,
                                recorded -> true,
                                Duration.ofMillis(200)))
                .isEmpty();

        assertThat(asked).hasValue(1);
        assertThat(kafka.position(new TopicPartition("nodes", 0))).isEqualTo(2);
    }

    /** So many records that are no events, there before anybody reads. */
    private void holds(String topic, int records) {
        kafka.updateEndOffsets(Map.of(new TopicPartition(topic, 0), (long) records));
        kafka.schedulePollTask(
                () -> {
                    for (int i = 0; i < records; i++) {
                        kafka.addRecord(garbage(topic, i));
                    }
                });
    }

    private static ConsumerRecord<byte[], byte[]> garbage(String topic, long offset) {
        return new ConsumerRecord<>(topic, 0, offset, new byte[0], new byte[] {1, 2, 3});
    }
}
