package io.medevac.launcher.record;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Counts the records of one reading that cannot be read. */
final class Unreadable {

    private final Map<String, Integer> byTopic = new TreeMap<>();

    void add(ConsumerRecord<?, ?> record, @Nullable String reason) {
        byTopic.merge(record.topic(), 1, Integer::sum);
    }

    /** One line for all of them; empty when there is none. */
    Optional<String> summary() {
        int count = byTopic.values().stream().mapToInt(Integer::intValue).sum();
        if (count == 0) {
            return Optional.empty();
        }
        String topics =
                byTopic.entrySet().stream()
                        .map(topic -> topic.getValue() + " on " + topic.getKey())
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "%s cannot be read and %s left out (%s); why: docs/runbooks/dead-letters.md"
                        .formatted(
                                count == 1 ? "1 record" : count + " records",
                                count == 1 ? "was" : "were",
                                topics));
    }
}
