package io.medevac.detector.adapter.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.HttpToken;
import io.medevac.detector.KernelLogFolder;
import io.medevac.detector.ShortSilence;
import io.medevac.detector.TestNode;
import io.medevac.detector.application.WatchKernelLogs;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.events.FaultScope;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.medevac.testkit.TestStack;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service as it runs, under the permissions that we ship: from a line that a shipper sends to
 * the fault on Kafka.
 */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
@WithTestResource(KernelLogFolder.class)
@WithTestResource(HttpToken.class)
@WithTestResource(ShortSilence.class)
class ShippedToFaultIT {
    private static final String FAULTS = "medevac.faults.v1";
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Path SAMPLE = Path.of("../../examples/shipping-kernel-logs/rsyslog.conf");

    /** As an operator writes it who sets nothing but broker and topic. */
    private static final String SMALLEST =
            """
            module(load="imklog")
            module(load="omkafka")
            action(type="omkafka" broker=["kafka:9092"] topic="medevac.kernel-log" confParam=[])
            """;

    /** As a kernel log daemon writes it, in the time of its machine. */
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss", Locale.ENGLISH);

    @Inject MeterRegistry meters;
    @Inject NodeDirectory directory;
    @Inject WatchKernelLogs watch;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @TestHTTPResource("/v1/kernel-log")
    URI kernelLog;

    private EventTopics topics;

    @BeforeEach
    void connect() {
        topics = new EventTopics(brokers, registry);
    }

    @Test
    void aPostedLineIsOneFaultHoweverOftenItIsSent() throws Exception {
        TestNode node = TestNode.create("boot-1");
        String body = "[171.5] NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen off the bus.\n";

        assertThat(post(node, body).statusCode()).isEqualTo(200);
        assertThat(post(node, body).statusCode()).isEqualTo(200);
        assertThat(post(node, "[172.5] NVRM: Xid (PCI:0000:9b:00): 48, b\n").statusCode())
                .isEqualTo(200);

        assertThat(await(node, 48).getOccurrence()).isEqualTo(2);
        GpuFault fault = await(node, 79);
        assertThat(fault.getMachine()).isEqualTo(new Machine(node.uid(), "boot-1"));
        assertThat(faults(node)).hasSize(2);
    }

    @Test
    void aLargeBodyIsTakenAndOnlyWithTheToken() throws Exception {
        TestNode node = TestNode.create("boot-1");
        String body =
                "[1.5] usb 1-1: nothing\n".repeat(100_000)
                        + "[171.5] NVRM: Xid (PCI:0000:9b:00): 79, a\n";

        HttpResponse<String> refused =
                send(
                        HttpRequest.newBuilder(kernelLog)
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString(body)));

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(post(node, body).body()).isEqualTo("lines=100001 unplaced=0 refused=0\n");
        assertThat(await(node, 79).getOpensIncident()).isTrue();
    }

    @Test
    void whatRsyslogShipsWithTheSampleIsAFault() throws IOException {
        TestNode node = TestNode.create("boot-1");
        try (Rsyslog rsyslog = rsyslog(Files.readString(SAMPLE))) {
            rsyslog.send(message(4, node, "NVRM: Xid (PCI:0000:9b:00): 79, \"quoted\\\" text"));

            GpuFault fault = await(rsyslog, node, 79);

            assertThat(fault.getMachine()).isEqualTo(new Machine(node.uid(), "boot-1"));
            assertThat(fault.getFault().getMessage()).contains("\"quoted\\\" text");
        }
    }

    @Test
    void whatRsyslogShipsWithItsDefaultsIsAFault() {
        TestNode node = TestNode.create("boot-1");
        try (Rsyslog rsyslog = rsyslog(SMALLEST)) {
            rsyslog.send(message(4, node, "NVRM: Xid (PCI:0000:9b:00): 79, a"));

            assertThat(await(rsyslog, node, 79).getMachine())
                    .isEqualTo(new Machine(node.uid(), "boot-1"));
        }
    }

    @Test
    void whatAUserWritesUnderTheKernelsNameIsCounted() throws IOException {
        TestNode node = TestNode.create("boot-1");
        double before = untrusted();
        // The sample keeps what is not the kernel's facility back; this one ships everything.
        String all =
                Files.readString(SAMPLE).replaceFirst("(?m)^if .* then \\{$", "if 1 == 1 then {");
        try (Rsyslog rsyslog = rsyslog(all)) {
            rsyslog.send(message(12, node, "NVRM: Xid (PCI:0000:9b:00): 79, forged"));
            rsyslog.send(message(4, node, "NVRM: Xid (PCI:0000:9b:00): 48, real"));

            await(rsyslog, node, 48);
        }

        Awaitility.await().atMost(DEADLINE).until(() -> untrusted() >= before + 1);
        assertThat(faults(node))
                .extracting(fault -> fault.getFault().getCode())
                .containsExactly(48);
    }

    @Test
    void aLogThatComesNoMoreIsBlindAndAsksForNothing() throws Exception {
        TestNode node = TestNode.create("boot-1");
        awaitSeen(node);
        post(node, "[1.5] usb 1-1: nothing\n");

        GpuFault first = blind(node, 1);

        assertThat(first.getScope()).isEqualTo(FaultScope.MONITORING);
        assertThat(first.getFault().getAction()).isEqualTo(RecommendedAction.NONE);
        assertThat(first.getMachine()).isEqualTo(new Machine(node.uid(), "boot-1"));
        Awaitility.await().atMost(DEADLINE).until(() -> watch.blind() >= 1);

        post(node, "[9.5] usb 1-1: nothing again\n");

        assertThat(blind(node, 2).getHeader().getIncidentId())
                .isEqualTo(first.getHeader().getIncidentId());
    }

    @Test
    void theSampleShipsTheHeartbeatThoughItIsNotTheKernelsWord() throws IOException {
        TestNode node = TestNode.create("boot-1");
        awaitSeen(node);
        try (Rsyslog rsyslog = rsyslog(Files.readString(SAMPLE))) {
            rsyslog.send(message(12, node, "medevac: alive"));

            assertThat(blind(node, 1).getFault().getRule()).startsWith("kernel log: nothing");
        }
    }

    /** Only a line of a node that Kubernetes shows is the line of a node. */
    private void awaitSeen(TestNode node) {
        Awaitility.await()
                .atMost(DEADLINE)
                .until(
                        () ->
                                directory
                                        .find(node.name())
                                        .flatMap(seen -> Optional.ofNullable(seen.bootId()))
                                        .isPresent());
    }

    private GpuFault blind(TestNode node, int occurrence) {
        return topics.await(
                FAULTS,
                GpuFault.class,
                DEADLINE,
                fault ->
                        fault.getHeader().getNode().equals(node.name())
                                && fault.getFault().getKind().equals("BLIND")
                                && fault.getOccurrence() == occurrence);
    }

    private Rsyslog rsyslog(String config) {
        Assumptions.assumeTrue(
                Files.isExecutable(Rsyslog.PROGRAM),
                "testkit/rsyslog/ready installs rsyslogd with omkafka");
        return Rsyslog.start(config, brokers, TestStack.get().kafka().logins());
    }

    private static String message(int priority, TestNode node, String text) {
        return "<%d>%s %s kernel: [171167.620236] %s"
                .formatted(
                        priority,
                        STAMP.format(LocalDateTime.now(ZoneId.systemDefault())),
                        node.name(),
                        text);
    }

    private HttpResponse<String> post(TestNode node, String body) throws Exception {
        return send(
                HttpRequest.newBuilder(URI.create(kernelLog + "?node=" + node.name()))
                        .header("Authorization", "Bearer " + HttpToken.TOKEN)
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8))));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    request.timeout(DEADLINE).version(HttpClient.Version.HTTP_1_1).build(),
                    BodyHandlers.ofString());
        }
    }

    private double untrusted() {
        return meters.counter("medevac.detector.ignored.lines", "reason", "untrusted").count();
    }

    private GpuFault await(Rsyslog rsyslog, TestNode node, int code) {
        try {
            return await(node, code);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("no fault; rsyslogd said: " + rsyslog.log(), e);
        }
    }

    private GpuFault await(TestNode node, int code) {
        return topics.await(
                FAULTS,
                GpuFault.class,
                DEADLINE,
                fault ->
                        of(node, fault)
                                && Integer.valueOf(code).equals(fault.getFault().getCode()));
    }

    private List<GpuFault> faults(TestNode node) {
        return topics.all(FAULTS, GpuFault.class).stream()
                .filter(fault -> of(node, fault))
                .toList();
    }

    private static boolean of(TestNode node, GpuFault fault) {
        return fault.getHeader().getNode().equals(node.name())
                && fault.getFault().getKind().equals("XID");
    }
}
