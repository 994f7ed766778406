package io.medevac.backing.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.kafka.Topics.Topic;
import io.medevac.backing.registry.EventSchemas;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicsTest {

    @Test
    void readsATopicAndItsDeadLetters() throws Exception {
        String yaml =
                """
                topics:
                  - {name: t.v1, partitions: 3, retention: 12h, key: node, deadLetter: true,
                     config: {cleanup.policy: compact}}
                  - {name: u.v1, partitions: 2, retention: 1d, key: node, deadLetter: false}
                deadLetter: {partitions: 1, retention: 2d}
                """;

        assertThat(parse(yaml).topics())
                .containsExactly(
                        new Topic(
                                "t.v1",
                                3,
                                Map.of("cleanup.policy", "compact", "retention.ms", "43200000")),
                        new Topic("t.v1.dlq", 1, Map.of("retention.ms", "172800000")),
                        new Topic("u.v1", 2, Map.of("retention.ms", "86400000")));
    }

    @Test
    void refusesAKeyThatIsMisspelt() {
        assertThatThrownBy(
                        () ->
                                parse(
                                        "topics: [{name: t, partition: 3}]\ndeadLetter: {partitions: 1, retention: 1d}"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("partition");
    }

    @Test
    void hasTheTopicOfEveryEvent() {
        assertThat(Topics.shipped().topics())
                .extracting(Topic::name)
                .containsAll(
                        EventSchemas.all().stream()
                                .map(schema -> schema.getProp("medevac.topic"))
                                .toList());
    }

    private static Topics parse(String yaml) throws IOException {
        return Topics.parse(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
