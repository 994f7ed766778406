package io.medevac.backing.kafka;

import io.medevac.backing.data.ShippedFile;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The topics of Medevac, as {@code k8s/topics/topics.yaml} tells them.
 *
 * @param topics every topic, dead-letter topics included
 */
public record Topics(List<Topic> topics) {

    private static final String DATA = "topics/topics.yaml";

    public Topics {
        topics = List.copyOf(topics);
    }

    /**
     * One topic.
     *
     * @param partitions number of partitions, at least 1
     * @param config configuration of the topic as Kafka spells it, the retention included
     */
    public record Topic(String name, int partitions, Map<String, String> config) {}

    /** The topics that were shipped with this program. */
    public static Topics shipped() {
        return ShippedFile.read(DATA, Topics::parse);
    }

    /**
     * Reads the form that the comment of the shipped file describes.
     *
     * @throws IOException when it is no YAML or has an unknown key
     */
    static Topics parse(InputStream yaml) throws IOException {
        FileForm file = ShippedFile.yaml(yaml, FileForm.class);
        List<Topic> topics = new ArrayList<>();
        for (TopicForm form : file.topics()) {
            Map<String, String> further = form.config() == null ? Map.of() : form.config();
            topics.add(topic(form.name(), form.partitions(), form.retention(), further));
            if (form.deadLetter()) {
                DeadLetterForm dead = file.deadLetter();
                topics.add(
                        topic(form.name() + ".dlq", dead.partitions(), dead.retention(), Map.of()));
            }
        }
        return new Topics(topics);
    }

    private static Topic topic(
            String name, int partitions, String retention, Map<String, String> further) {
        Map<String, String> config = new java.util.TreeMap<>(further);
        config.put("retention.ms", Long.toString(duration(retention).toMillis()));
        return new Topic(name, partitions, config);
    }

    private static Duration duration(String text) {
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 'd' -> Duration.ofDays(number);
            case 'h' -> Duration.ofHours(number);
            default ->
                    throw new IllegalArgumentException(
                            "retention is a number with d or h, not " + text);
        };
    }

    private record FileForm(List<TopicForm> topics, DeadLetterForm deadLetter) {}

    private record TopicForm(
            String name,
            int partitions,
            String retention,
            String key,
            boolean deadLetter,
            @Nullable Map<String, String> config) {}

    private record DeadLetterForm(int partitions, String retention) {}
}
