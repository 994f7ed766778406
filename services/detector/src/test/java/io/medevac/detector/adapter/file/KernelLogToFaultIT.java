package io.medevac.detector.adapter.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.KernelLogFolder;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.port.DetectionStore;
import io.medevac.events.EventHeader;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.Signal;
import io.medevac.messaging.Rehearsal;
import io.medevac.messaging.Transactions;
import io.medevac.testkit.ControlPlane;
import io.medevac.testkit.EventTopics;
import io.medevac.testkit.RealKubernetes;
import io.medevac.testkit.RealParts;
import io.medevac.testkit.ServiceSchema;
import io.medevac.wire.EventHeaders;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.VertxContextSupport;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service as it runs, under the permissions that we ship: from a line in a file, or a record of
 * a shipper, to the events on Kafka.
 */
@QuarkusTest
@WithTestResource(
        value = RealParts.class,
        initArgs = @ResourceArg(name = "service", value = "detector"))
@WithTestResource(
        value = RealKubernetes.class,
        initArgs = @ResourceArg(name = "account", value = "detector"))
@WithTestResource(KernelLogFolder.class)
class KernelLogToFaultIT {
    @Inject Rehearsal rehearsal;
    @Inject Transactions transactions;

    private static final String SIGNALS = "medevac.signals.v1";
    private static final String FAULTS = "medevac.faults.v1";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @Inject DetectionStore store;
    @Inject TakeInKernelLog takeIn;
    @Inject FileCounters counters;
    @Inject InstantSource clock;
    @Inject EventHeaders headers;
    @Inject Mutiny.SessionFactory sessions;

    @ConfigProperty(name = "kafka.bootstrap.servers")
    String brokers;

    @ConfigProperty(name = "medevac.registry.url")
    String registry;

    @ConfigProperty(name = "test.kernel-logs")
    Path folder;

    private final String node = "gpu-" + UUID.randomUUID().toString().substring(0, 8);
    private EventTopics topics;

    @BeforeEach
    void connect() {
        topics = new EventTopics(brokers, registry);
    }

    @Test
    void theRehearsalIsPlayedToItsEndAndLeavesNothing() {
        ServiceSchema.assertUnchangedBy("detector", () -> transactions.rehearse(rehearsal::play));
    }

    @Test
    void aLineBecomesASignalAndAFaultOfTheNodesBoot() throws IOException {
        String uid = createNode("boot-1");
        append("Linux version 6.1.0");
        append("nvidia 0000:19:00.0: enabling device (0000 -> 0003)");
        append("nvidia 0000:9b:00.0: enabling device (0000 -> 0003)");
        append("NVRM: GPU at PCI:0000:9b:00: GPU-00000006-1111-2222-3333-444444444446");
        append("NVRM: Xid (PCI:0000:9b:00): 79, pid=42, name=python3, GPU has fallen off the bus.");

        Signal signal = topics.await(SIGNALS, Signal.class, DEADLINE, this::ofThisNode);
        GpuFault fault = await(1);

        assertThat(signal.getRaw()).contains("kernel: NVRM: Xid (PCI:0000:9b:00): 79");
        assertThat(signal.getPid()).isEqualTo(42);
        assertThat(signal.getProcess()).isEqualTo("python3");
        assertThat(signal.getOrigin()).startsWith("file:" + log());
        assertThat(signal.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(fault.getHeader().getCausedBy()).isEqualTo(signal.getHeader().getEventId());
        assertThat(fault.getHeader().getNode()).isEqualTo(node);
        assertThat(fault.getMachine()).isEqualTo(new Machine(uid, "boot-1"));
        assertThat(fault.getOpensIncident()).isTrue();
        assertThat(fault.getFault().getGpu().getIndex()).isEqualTo(1);
        assertThat(fault.getFault().getGpu().getUuid()).startsWith("GPU-00000006");
        assertThat(fault.getFault().getSeverity()).isEqualTo(Severity.CRITICAL);
        assertThat(fault.getFault().getAction()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(fault.getFault().getRule()).isEqualTo("catalogue: xid 79");
    }

    @Test
    void anIncidentEndsWhenTheRemediatorSaysSo() throws IOException {
        createNode("boot-1");
        append(xid(48));
        append(xid(64));
        GpuFault first = await(1);
        GpuFault joined = await(2);

        topics.send(closed(first.getHeader().getIncidentId()));
        Awaitility.await().atMost(DEADLINE).until(() -> openIncidents() == 0);
        append(xid(79));
        GpuFault next =
                topics.await(
                        FAULTS,
                        GpuFault.class,
                        DEADLINE,
                        fault -> ofThisNode(fault) && fault.getFault().getCode() == 79);

        assertThat(joined.getHeader().getIncidentId()).isEqualTo(first.getHeader().getIncidentId());
        assertThat(joined.getOpensIncident()).isFalse();
        assertThat(next.getOpensIncident()).isTrue();
        assertThat(next.getHeader().getIncidentId())
                .isNotEqualTo(first.getHeader().getIncidentId());
    }

    @Test
    void aFaultOfANewBootWaitsUntilKubernetesShowsThatBoot() throws IOException {
        createNode("boot-1");
        append(xid(48));
        await(1);
        append("Linux version 6.1.0");
        append(xid(79));
        Awaitility.await().atMost(DEADLINE).until(() -> waiting() == 1);
        bootId("boot-2");

        GpuFault fault =
                topics.await(
                        FAULTS,
                        GpuFault.class,
                        DEADLINE,
                        told -> ofThisNode(told) && told.getFault().getCode() == 79);

        assertThat(fault.getMachine().getBootId()).isEqualTo("boot-2");
        assertThat(fault.getOpensIncident()).isTrue();
    }

    @Test
    void aFaultOfANodeThatKubernetesDoesNotKnowIsReportedAndBoundToNothing() throws IOException {
        append(xid(79));

        assertThat(await(1).getMachine()).isEqualTo(new Machine(null, null));
    }

    @Test
    void readingAgainGivesTheSameEvents() throws IOException {
        createNode("boot-1");
        append(xid(48));
        append(xid(79));
        await(2);
        List<GpuFault> before = faults();

        forget(true);
        reread();
        List<GpuFault> guarded = faults();
        forget(false);
        reread();
        Awaitility.await().atMost(DEADLINE).until(() -> faults().size() == 4);

        assertThat(guarded).isEqualTo(before);
        List<GpuFault> after = faults();
        assertThat(after.subList(2, 4))
                .extracting(this::timeless)
                .isEqualTo(before.stream().map(this::timeless).toList());
    }

    @Test
    void recordsOfShippersBecomeFaultsAndBrokenOnesArePutAside() {
        createNode("boot-1");
        long broken = send("{\"message\":", node);
        send("{\"log\":\"" + xid(79) + "\",\"hostname\":\"" + node + "\"}", "any key");

        GpuFault fault = await(1);
        List<ConsumerRecord<byte[], byte[]>> aside =
                topics.read(
                        "medevac.kernel-log.dlq",
                        DEADLINE,
                        records -> records.stream().anyMatch(record -> asideOf(record, broken)));

        assertThat(fault.getFault().getCode()).isEqualTo(79);
        assertThat(fault.getMachine().getBootId()).isEqualTo("boot-1");
        assertThat(aside).isNotEmpty();
    }

    @Test
    void aFaultIsOnKafkaSoonAfterItsLineWasWritten() throws IOException {
        createNode("boot-1");
        append(xid(48));
        await(1);
        int times = 40;
        Latency latency = new Latency(topics, FAULTS);
        try (latency) {
            for (int i = 0; i < times; i++) {
                String another =
                        "NVRM: Xid (PCI:0000:%02x:00): 48, something happened".formatted(i);
                long start = System.nanoTime();
                append(another);
                latency.awaitRecordOf(node, start);
            }
        }

        System.out.printf(
                Locale.ROOT,
                "line written -> GpuFault consumed, one at a time, n=%d: p50 %.1f ms, p95 %.1f ms,"
                        + " max %.1f ms%n",
                times,
                latency.percentile(50),
                latency.percentile(95),
                latency.percentile(100));
        assertThat(latency.percentile(50)).isLessThan(2000.0);
    }

    private GpuFault await(int occurrence) {
        return topics.await(
                FAULTS,
                GpuFault.class,
                DEADLINE,
                fault -> ofThisNode(fault) && fault.getOccurrence() == occurrence);
    }

    private List<GpuFault> faults() {
        return topics.all(FAULTS, GpuFault.class).stream().filter(this::ofThisNode).toList();
    }

    private boolean ofThisNode(Signal signal) {
        return signal.getHeader().getNode().equals(node);
    }

    private boolean ofThisNode(GpuFault fault) {
        return fault.getHeader().getNode().equals(node);
    }

    private GpuFault timeless(GpuFault fault) {
        EventHeader header = fault.getHeader();
        return new GpuFault(
                new EventHeader(
                        header.getEventId(),
                        header.getIncidentId(),
                        header.getCluster(),
                        header.getNode(),
                        Instant.EPOCH,
                        header.getCausedBy()),
                fault.getMachine(),
                fault.getFault(),
                fault.getScope(),
                fault.getOpensIncident(),
                fault.getOccurrence(),
                fault.getTrouble());
    }

    private IncidentClosed closed(UUID incident) {
        return IncidentClosed.newBuilder()
                .setHeader(headers.next(incident, node, clock.instant(), null))
                .setOutcome(IncidentOutcome.RECOVERED)
                .setReason("test")
                .setMachine(new Machine(null, null))
                .setPhases(List.of())
                .build();
    }

    private long send(String value, String key) {
        return topics.send("medevac.kernel-log", key, value.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean asideOf(ConsumerRecord<byte[], byte[]> record, long offset) {
        return new String(
                        record.headers().lastHeader("dead-letter-offset").value(),
                        StandardCharsets.UTF_8)
                .equals(Long.toString(offset));
    }

    /** Reads the file as a process does that starts. */
    private void reread() throws IOException {
        FollowedFile file =
                new FollowedFile(
                        node, log(), store, takeIn, counters, clock, Duration.ofSeconds(1));
        file.read();
        file.close();
    }

    private void forget(boolean keepGuard) {
        sql("DELETE FROM log_progress WHERE node = '" + node + "'");
        if (!keepGuard) {
            sql("DELETE FROM incident WHERE node = '" + node + "'");
            sql("DELETE FROM processed_event");
        }
    }

    private long openIncidents() {
        return count("SELECT count(*) FROM incident WHERE closed_at IS NULL AND node = '" + node);
    }

    private long waiting() {
        return count("SELECT count(*) FROM waiting_signal WHERE node = '" + node);
    }

    private long count(String query) {
        return await(
                session -> session.createNativeQuery(query + "'", Long.class).getSingleResult());
    }

    private void sql(String statement) {
        await(session -> session.createNativeQuery(statement).executeUpdate());
    }

    private <T> T await(
            java.util.function.Function<Mutiny.Session, io.smallrye.mutiny.Uni<T>> work) {
        try {
            return VertxContextSupport.subscribeAndAwait(() -> sessions.withTransaction(work));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private String createNode(String bootId) {
        ControlPlane plane = ControlPlane.get();
        try {
            Path manifest = Files.createTempFile("node", ".yaml");
            Files.writeString(
                    manifest, "apiVersion: v1\nkind: Node\nmetadata: {name: " + node + "}\n");
            plane.kubectl("create", "--filename", manifest.toString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        bootId(bootId);
        return plane.kubectl("get", "node", node, "--output", "jsonpath={.metadata.uid}").strip();
    }

    private void bootId(String bootId) {
        ControlPlane.get()
                .kubectl(
                        "patch",
                        "node",
                        node,
                        "--subresource=status",
                        "--type=merge",
                        "--patch",
                        "{\"status\":{\"nodeInfo\":{\"bootID\":\""
                                + bootId
                                + "\",\"machineID\":\"\","
                                + "\"systemUUID\":\"\",\"kernelVersion\":\"\",\"osImage\":\"\","
                                + "\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
                                + "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"linux\","
                                + "\"architecture\":\"amd64\"}}}");
    }

    private Path log() {
        return folder.resolve(node).resolve("kern.log");
    }

    private void append(String text) throws IOException {
        Files.createDirectories(log().getParent());
        Files.writeString(
                log(),
                "Nov 29 17:49:11 " + node + " kernel: " + text + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String xid(int code) {
        return "NVRM: Xid (PCI:0000:9b:00): " + code + ", something happened";
    }
}
