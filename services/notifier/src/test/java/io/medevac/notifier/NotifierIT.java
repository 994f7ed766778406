package io.medevac.notifier;

import static io.medevac.notifier.adapter.kafka.EventExamples.gpuFault;
import static io.medevac.notifier.adapter.kafka.EventExamples.jobLost;
import static io.medevac.notifier.adapter.kafka.EventExamples.jobSignalled;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.JobLost;
import io.medevac.events.JobSignalled;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.NotificationFailed;
import io.medevac.events.RecommendedAction;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.Transactions;
import io.medevac.notifier.fake.ScriptedMailServer;
import io.medevac.notifier.fake.ScriptedReceiver;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealParts;
import io.medevac.testkit.ServiceSchema;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From events on Kafka to mails, webhooks and the events that say so. */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "notifier"))
@WithTestResource(ReceiverPorts.class)
class NotifierIT {
    @Inject Rehearsal rehearsal;
    @Inject Transactions transactions;

    private static final String JOBS = "medevac.jobs.v1";
    private static final String NOTIFICATIONS = "medevac.notifications.v1";
    private static final Duration SOON = Duration.ofSeconds(30);

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @ConfigProperty(name = "medevac.notifier.smtp.port")
    int smtpPort;

    @ConfigProperty(name = "test.hook.port")
    int hookPort;

    @ConfigProperty(name = "quarkus.http.test-port")
    int httpPort;

    private EventTopics topics;
    private ScriptedReceiver hook;
    private ScriptedMailServer mail;

    @BeforeEach
    void startReceivers() throws IOException {
        topics = new EventTopics(brokers, registry);
        hook = new ScriptedReceiver(hookPort);
        mail = new ScriptedMailServer(smtpPort);
    }

    @AfterEach
    void stopReceivers() throws IOException {
        hook.close();
        mail.close();
    }

    @Test
    void theRehearsalIsPlayedToItsEndAndLeavesNothing() {
        ServiceSchema.assertUnchangedBy("notifier", () -> transactions.rehearse(rehearsal::play));
    }

    @Test
    void tellsTheOwnerOfASignalledJobByEachWayOnceHoweverOftenTheEventComes() {
        JobSignalled event = jobSignalled(Instant.now());

        topics.send(event);
        topics.send(event);
        topics.send(event);
        barrier();

        assertThat(delivered(event.getHeader().getEventId()))
                .hasSize(2)
                .allSatisfy(
                        told -> {
                            assertThat(told.getAudience()).isEqualTo("owner");
                            assertThat(told.getAttempts()).isEqualTo(1);
                            assertThat(told.getHeader().getCausedBy())
                                    .isEqualTo(event.getHeader().getEventId());
                            assertThat(told.getHeader().getIncidentId())
                                    .isEqualTo(event.getHeader().getIncidentId());
                        })
                .extracting(NotificationDelivered::getRecipient)
                .containsExactlyInAnyOrder("alice@example.org", "owner-hook");
        assertThat(calls(event.getHeader().getEventId())).hasSize(1);
        assertThat(mails(event.getHeader().getEventId()))
                .singleElement()
                .asString()
                .contains("To: alice@example.org");
    }

    @Test
    void tellsWebhooksWhileTheMailServerIsDeadAndMailsOnceItIsBack() throws IOException {
        mail.close();
        JobLost event = jobLost();
        UUID id = event.getHeader().getEventId();

        topics.send(event);

        Awaitility.await().atMost(SOON).until(() -> calls(id).size() == 2);
        awaitDelivered(id, 2);
        assertThat(delivered(id))
                .extracting(NotificationDelivered::getChannel)
                .containsOnly("webhook");
        mail = new ScriptedMailServer(smtpPort);
        awaitDelivered(id, 4);
        assertThat(delivered(id))
                .filteredOn(told -> told.getChannel().equals("email"))
                .hasSize(2)
                .allSatisfy(told -> assertThat(told.getAttempts()).isGreaterThan(1));
        assertThat(mails(id)).hasSize(2);
    }

    @Test
    void saysOnceThatAReceiverRefused() {
        hook.answer(410);
        JobSignalled event = jobSignalled(Instant.now());

        topics.send(event);

        NotificationFailed failed =
                topics.await(
                        NOTIFICATIONS,
                        NotificationFailed.class,
                        SOON,
                        e -> e.getAbout().equals(event.getHeader().getEventId()));
        assertThat(failed.getReason()).isEqualTo("answered 410");
        assertThat(failed.getAttempts()).isEqualTo(1);
        assertThat(failed.getRecipient()).isEqualTo("owner-hook");
        assertThat(calls(event.getHeader().getEventId())).hasSize(1);
    }

    @Test
    void triesAWebhookAgainUnderTheSameId() {
        hook.answer(503);
        JobSignalled event = jobSignalled(Instant.now());
        UUID id = event.getHeader().getEventId();

        topics.send(event);
        Awaitility.await().atMost(SOON).until(() -> calls(id).size() >= 2);
        hook.answer(200);

        awaitDelivered(id, 2);
        assertThat(calls(id).stream().map(call -> call.header("Webhook-id")).distinct()).hasSize(1);
    }

    @Test
    void tellsOperatorsOfAStormOfFaultsOnce() {
        UUID incident = UUID.randomUUID();
        for (int i = 1; i <= 20; i++) {
            topics.send(gpuFault(incident, RecommendedAction.UNKNOWN, i));
        }

        topics.await(
                NOTIFICATIONS,
                NotificationDelivered.class,
                SOON,
                e -> incident.equals(e.getHeader().getIncidentId()));
        faultsBarrier();

        assertThat(
                        topics.all(NOTIFICATIONS, NotificationDelivered.class).stream()
                                .filter(e -> incident.equals(e.getHeader().getIncidentId())))
                .hasSize(2);
    }

    @Test
    void wakesNobodyForAnOldEvent() {
        JobSignalled old = jobSignalled(Instant.now().minus(Duration.ofHours(25)));

        topics.send(old);
        barrier();

        assertThat(calls(old.getHeader().getEventId())).isEmpty();
        assertThat(mails(old.getHeader().getEventId())).isEmpty();
    }

    @Test
    void putsAsideWhatIsNoEventAndGoesOn() {
        topics.send(JOBS, "test/gpu-1", "no Avro at all".getBytes(StandardCharsets.UTF_8));

        barrier();

        assertThat(topics.read(JOBS + ".dlq", SOON, records -> !records.isEmpty()))
                .anySatisfy(
                        record ->
                                assertThat(record.headers().lastHeader("dead-letter-reason"))
                                        .isNotNull());
    }

    @Test
    void saysThatItIsReadyAndWhatItDid() throws Exception {
        barrier();

        assertThat(get("/q/health/ready")).contains("\"name\": \"routes\"");
        assertThat(get("/q/metrics"))
                .contains("medevac_notifications_total{")
                .contains("medevac_notification_attempt_seconds_count{")
                .contains("medevac_notification_delay_seconds_count{");
    }

    /** What was sent to the same partition before this has been taken in after it. */
    private void barrier() {
        JobSignalled last = jobSignalled(Instant.now());
        topics.send(last);
        awaitDelivered(last.getHeader().getEventId(), 2);
    }

    private void faultsBarrier() {
        UUID incident = UUID.randomUUID();
        topics.send(gpuFault(incident, RecommendedAction.NONE, 1));
        topics.await(
                NOTIFICATIONS,
                NotificationDelivered.class,
                SOON,
                e -> incident.equals(e.getHeader().getIncidentId()));
    }

    private void awaitDelivered(UUID event, int count) {
        Awaitility.await().atMost(SOON).until(() -> delivered(event).size() >= count);
    }

    private List<NotificationDelivered> delivered(UUID event) {
        return topics.all(NOTIFICATIONS, NotificationDelivered.class).stream()
                .filter(told -> told.getAbout().equals(event))
                .toList();
    }

    private List<ScriptedReceiver.Call> calls(UUID event) {
        return hook.calls().stream()
                .filter(call -> call.body().contains(event.toString()))
                .toList();
    }

    private Stream<String> mails(UUID event) {
        return mail.mails().stream().filter(text -> text.contains("X-Medevac-Event: " + event));
    }

    private String get(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + httpPort + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
