package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.kafka.Acls;
import io.medevac.backing.kafka.KafkaBroker;
import io.medevac.backing.kafka.KafkaLogins;
import io.medevac.backing.kafka.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The broker holds everybody to {@code k8s/topics/acls.yaml}. */
@ExtendWith(RealPartsExtension.class)
class AclsIT {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final TestStack stack;
    private final KafkaBroker kafka;

    AclsIT(TestStack stack) {
        this.stack = stack;
        this.kafka = stack.kafka();
    }

    static Stream<String> principals() {
        return Acls.shipped().principals().stream();
    }

    /** One allowed write to each of its topics, one refused to every other that there is. */
    @ParameterizedTest
    @MethodSource("principals")
    void writesItsOwnTopicsAndNoOther(String principal) throws Exception {
        Set<String> own =
                Acls.shipped().rules().stream()
                        .filter(rule -> rule.principal().equals(principal))
                        .filter(rule -> rule.operations().contains(AclOperation.WRITE))
                        .map(Acls.Rule::topic)
                        .collect(Collectors.toSet());
        try (KafkaProducer<byte[], byte[]> producer = producer(kafka.client(principal))) {
            for (Topics.Topic topic : Topics.shipped().topics()) {
                if (own.contains(topic.name())) {
                    assertThat(send(producer, topic.name())).isNotNegative();
                } else {
                    assertThatThrownBy(() -> send(producer, topic.name()))
                            .as("%s writes %s", principal, topic.name())
                            .rootCause()
                            .isInstanceOf(TopicAuthorizationException.class)
                            .hasMessageContaining(topic.name());
                }
            }
        }
    }

    @Test
    void joinsItsOwnGroupOnly() {
        assertThatThrownBy(() -> poll("notifier", "medevac-remediator", "medevac.faults.v1"))
                .isInstanceOf(GroupAuthorizationException.class)
                .hasMessageContaining("medevac-remediator");
        assertThatThrownBy(() -> poll("detector", "medevac-detector", "medevac.notifications.v1"))
                .isInstanceOf(TopicAuthorizationException.class)
                .hasMessageContaining("medevac.notifications.v1");
        poll("notifier", "medevac-notifier", "medevac.faults.v1");
    }

    @Test
    void servesNobodyWhoHasNotLoggedIn() {
        Map<String, String> wrong = new HashMap<>(kafka.client("detector"));
        wrong.put(
                "sasl.jaas.config",
                wrong.get("sasl.jaas.config")
                        .replaceAll("password=\"[^\"]*\"", "password=\"guessed\""));

        try (KafkaProducer<byte[], byte[]> producer = producer(wrong)) {
            assertThatThrownBy(() -> send(producer, "medevac.faults.v1"))
                    .rootCause()
                    .isInstanceOf(SaslAuthenticationException.class);
        }
    }

    /** What a service puts into its outbox is written as that service. */
    @Test
    void aServiceCannotWriteAForeignTopicThroughItsOutboxEither() throws Exception {
        TestMode.assumeProcesses(
                "a Kafka Connect worker writes as one principal, not as each service");
        stack.startAll();
        String key = "test/" + UUID.randomUUID();
        AclBinding allowed =
                new AclBinding(
                        new ResourcePattern(
                                ResourceType.TOPIC, "medevac.nodes.v1", PatternType.LITERAL),
                        new AccessControlEntry(
                                "User:notifier", "*", AclOperation.WRITE, AclPermissionType.ALLOW));

        try (Connection connection = ServiceSchema.connect(stack.postgres(), "notifier");
                Statement statement = connection.createStatement()) {
            statement.execute(OutboxIT.OUTBOX);
            statement.execute(OutboxIT.GRANT);
            statement.execute(
                    "INSERT INTO outbox VALUES (gen_random_uuid(), 'medevac.nodes.v1', '%s', 't', '', 's', 't', 'k')"
                            .formatted(key));
            statement.execute("DELETE FROM outbox"); // not to be sent again in another test
        }

        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(
                                                Files.readString(
                                                        TestState.directory().log("outbox-engine")))
                                        .contains(
                                                "TopicAuthorizationException: Not authorized to"
                                                        + " access topics: [medevac.nodes.v1]"));
        // Only so that the engine gets past that row.
        try (Admin admin = Admin.create(Map.copyOf(kafka.client(KafkaLogins.ADMIN)))) {
            admin.createAcls(List.of(allowed)).all().get(20, TimeUnit.SECONDS);
        }
        assertThat(
                        stack.topics()
                                .read(
                                        "medevac.nodes.v1",
                                        SOON,
                                        records ->
                                                records.stream()
                                                        .anyMatch(
                                                                record ->
                                                                        key.equals(
                                                                                new String(
                                                                                        record
                                                                                                .key(),
                                                                                        StandardCharsets
                                                                                                .UTF_8)))))
                .isNotEmpty();
        kafka.setUp(SOON);
        try (Admin admin = Admin.create(Map.copyOf(kafka.client(KafkaLogins.ADMIN)))) {
            assertThat(admin.describeAcls(allowed.toFilter()).values().get(20, TimeUnit.SECONDS))
                    .isEmpty();
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, String> client) {
        Map<String, Object> config = new HashMap<>(client);
        config.put("max.block.ms", 20_000);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static long send(KafkaProducer<byte[], byte[]> producer, String topic)
            throws InterruptedException, ExecutionException {
        return producer.send(
                        new ProducerRecord<>(
                                topic, "acl/test".getBytes(StandardCharsets.UTF_8), new byte[0]))
                .get()
                .offset();
    }

    private void poll(String principal, String group, String topic) throws AuthorizationException {
        Map<String, Object> config = new HashMap<>(kafka.client(principal));
        config.put("group.id", group);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic));
            Awaitility.await()
                    .atMost(SOON)
                    .until(
                            () -> {
                                consumer.poll(Duration.ofMillis(200));
                                return !consumer.assignment().isEmpty();
                            });
        }
    }
}
