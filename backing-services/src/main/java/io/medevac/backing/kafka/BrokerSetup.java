package io.medevac.backing.kafka;

import io.medevac.backing.kafka.Topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.TopicExistsException;

/** Gives a broker the topics and the access rules that we ship. May be repeated. */
final class BrokerSetup {

    private static final short REPLICATION = 1;

    private final Admin admin;
    private final Duration deadline;

    private BrokerSetup(Admin admin, Duration deadline) {
        this.admin = admin;
        this.deadline = deadline;
    }

    /**
     * Makes the missing topics, each with a single copy, and leaves the others as they are; makes
     * the access rules exactly those of the list.
     *
     * @param client properties of a client that may do everything
     * @param deadline for each request
     * @throws IllegalStateException when the broker refuses or does not answer in time
     */
    static void apply(Map<String, String> client, Topics topics, Acls acls, Duration deadline)
            throws InterruptedException {
        try (Admin admin = Admin.create(Map.copyOf(client))) {
            BrokerSetup setup = new BrokerSetup(admin, deadline);
            setup.allow(acls);
            setup.createMissing(topics);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "the broker at %s cannot be set up: %s"
                            .formatted(client.get("bootstrap.servers"), e),
                    e);
        }
    }

    private void allow(Acls acls)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<AclBinding> wanted = acls.bindings();
        Set<AclBinding> missing = new HashSet<>(wanted);
        List<AclBindingFilter> stray = new ArrayList<>();
        for (AclBinding existing : await(admin.describeAcls(AclBindingFilter.ANY).values())) {
            if (!missing.remove(existing)) {
                stray.add(existing.toFilter());
            }
        }
        if (!missing.isEmpty()) {
            await(admin.createAcls(missing).all());
        }
        if (!stray.isEmpty()) {
            await(admin.deleteAcls(stray).all());
        }
    }

    private void createMissing(Topics wanted)
            throws InterruptedException, ExecutionException, TimeoutException {
        Set<String> existing = await(admin.listTopics().names());
        List<NewTopic> missing = new ArrayList<>();
        for (Topic topic : wanted.topics()) {
            if (!existing.contains(topic.name())) {
                missing.add(
                        new NewTopic(topic.name(), topic.partitions(), REPLICATION)
                                .configs(topic.config()));
            }
        }
        for (var creation : admin.createTopics(missing).values().values()) {
            awaitCreation(creation);
        }
    }

    private void awaitCreation(KafkaFuture<Void> creation)
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

    private <T> T await(KafkaFuture<T> answer)
            throws InterruptedException, ExecutionException, TimeoutException {
        return answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }
}
