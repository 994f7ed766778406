package io.medevac.backing.kafka;

import io.medevac.backing.kafka.Topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics that are missing. What exists is left as it is. */
public final class TopicCreator {

    private static final short REPLICATION = 1;

    private TopicCreator() {}

    /**
     * Makes the missing topics, each with a single copy.
     *
     * @param deadline for the whole work
     * @throws IllegalStateException when the broker refuses or does not answer in time
     */
    public static void createMissing(String bootstrapServers, Topics wanted, Duration deadline)
            throws InterruptedException {
        Map<String, Object> config =
                Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        try (Admin admin = Admin.create(config)) {
            Set<String> existing =
                    admin.listTopics().names().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
            List<NewTopic> missing = new ArrayList<>();
            for (Topic topic : wanted.topics()) {
                if (!existing.contains(topic.name())) {
                    missing.add(
                            new NewTopic(topic.name(), topic.partitions(), REPLICATION)
                                    .configs(topic.config()));
                }
            }
            for (var creation : admin.createTopics(missing).values().entrySet()) {
                awaitCreation(
                        creation.getValue().toCompletionStage().toCompletableFuture(), deadline);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "topics cannot be created at " + bootstrapServers + ": " + e, e);
        }
    }

    private static void awaitCreation(java.util.concurrent.Future<Void> creation, Duration deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            creation.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            boolean madeByAnother = e.getCause() instanceof TopicExistsException;
            if (!madeByAnother) {
                throw e;
            }
        }
    }
}
