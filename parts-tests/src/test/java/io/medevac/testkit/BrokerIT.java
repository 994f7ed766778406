package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.backing.kafka.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class BrokerIT {

    private static final String TOPIC = "medevac.kernel-log";

    private final KafkaBroker kafka;
    private final EventTopics topics;

    BrokerIT(KafkaBroker kafka, EventTopics topics) {
        this.kafka = kafka;
        this.topics = topics;
    }

    @Test
    void keepsWhatItConfirmedWhenItIsKilled() throws Exception {
        topics.send(TOPIC, "gpu-0", "before".getBytes(StandardCharsets.UTF_8));
        Part broker = TestStack.get().kafkaPart();

        broker.kill();
        assertThat(broker.isAlive()).isFalse();
        TestStack.get().kafka();

        assertThat(topics.read(TOPIC, Duration.ofSeconds(20), records -> !records.isEmpty()))
                .extracting(ConsumerRecord::value)
                .contains("before".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void hasEveryShippedTopicAndMakesNoOther() throws Exception {
        try (Admin admin = Admin.create(Map.copyOf(kafka.client(KafkaLogins.ADMIN)))) {
            var names = Topics.shipped().topics().stream().map(Topics.Topic::name).toList();
            Map<String, TopicDescription> described =
                    admin.describeTopics(names).allTopicNames().get(20, TimeUnit.SECONDS);

            assertThat(described.get("medevac.nodes.v1").partitions()).hasSize(12);
            assertThat(described.get("medevac.nodes.v1.dlq").partitions()).hasSize(1);
            assertThatThrownBy(
                            () ->
                                    admin.describeTopics(List.of("medevac.typo"))
                                            .allTopicNames()
                                            .get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }
}
