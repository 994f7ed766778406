package io.medevac.detector.adapter.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.application.HeardNodes;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each shipper's own form of one kernel line of node gpu-1, as it is with the shipper's own
 * settings, down to the fault; and the same text as a user of the machine can bring it in.
 */
class ShippersFormsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:05Z");
    private static final String LINE =
            "NVRM: Xid (PCI:0000:9b:00): 79, pid=4242, name=python3, GPU has fallen off the bus.";

    /** A name, the record, its key or none. */
    private record Form(String name, String value, Optional<String> key) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final SilentMeasurements counters = new SilentMeasurements();
    private int unplaced;

    static Stream<Form> ofTheKernel() throws IOException {
        return read("kernel.txt");
    }

    static Stream<Form> forged() throws IOException {
        return read("forged.txt");
    }

    @ParameterizedTest
    @MethodSource("ofTheKernel")
    void whatTheKernelSaidBecomesAFault(Form form) {
        takeIn(form);

        assertThat(store.told()).hasSize(1);
        assertThat(store.told().getFirst().signal().finding().fault().code()).isEqualTo(79);
        assertThat(store.told().getFirst().machine().bootId()).isEqualTo("boot of gpu-1");
        assertThat(counters.untrusted).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("forged")
    void whatSomebodyElseSaidIsCounted(Form form) {
        takeIn(form);

        assertThat(store.told()).isEmpty();
        assertThat(counters.untrusted).hasValue(1);
    }

    @Test
    void aLineOfAnotherHostIsPutAside() {
        takeIn(plain("", "2026-11-30T10:00:00+00:00 gpu-2 kernel: " + LINE, "gpu-1"));
        takeIn(
                form(
                        "",
                        """
                        {"node":"gpu-1","_HOSTNAME":"gpu-2","_TRANSPORT":"kernel",
                        "MESSAGE":"%s"}"""));

        assertThat(store.told()).isEmpty();
        assertThat(unplaced).isEqualTo(2);
    }

    @Test
    void linesOfSeveralHostsGoToTheirNodes() {
        String text =
                """
                2026-11-30T10:00:00+00:00 gpu-1 kernel: %s
                2026-11-30T10:00:01+00:00 gpu-2 kernel: %s
                no host
                2026-11-30T10:00:02+00:00 gpu-1 kernel: %s
                """
                        .formatted(LINE, LINE, LINE);

        NodeLines lines = takeIn(plain("", text, null));

        assertThat(lines.nodes()).containsExactly("gpu-1", "gpu-2");
        assertThat(unplaced).isEqualTo(1);
        assertThat(store.told())
                .extracting(fault -> fault.machine().bootId())
                .containsExactly("boot of gpu-1", "boot of gpu-1", "boot of gpu-2");
    }

    @Test
    void whatWasWrittenBeforeTheLastBootStandsApart() {
        NodeLines lines = new NodeLines(true, NOW);
        lines.add(
                ShippedRecord.of(
                        "[9.0] a\n[0.0] Linux version 6.1.0\n[1.0] b", Optional.of("gpu-1")),
                (number, at, kernel, line) -> new RawLine(number, 0, at, kernel, line));

        List<RawChunk> chunks = chunks(lines, "gpu-1");

        assertThat(chunks).extracting(RawChunk::latestBoot).containsExactly(false, true);
        assertThat(chunks.getFirst().lines()).extracting(RawLine::text).containsExactly("[9.0] a");
    }

    @Test
    void whatWasWrittenLongAgoMayBeOfAnEarlierBoot() {
        Form old =
                form(
                        "",
                        """
                        {"host":"gpu-1","message":"%s","timestamp":"2026-11-29T10:00:00Z"}""");

        NodeLines lines = takeIn(old);

        assertThat(chunks(lines, "gpu-1")).extracting(RawChunk::latestBoot).containsExactly(false);
        assertThat(store.told().getFirst().machine().known()).isFalse();
    }

    private NodeLines takeIn(Form form) {
        NodeLines lines = new NodeLines(true, NOW);
        lines.add(
                ShippedRecord.of(form.value(), form.key()),
                (number, at, kernel, text) -> new RawLine(7, number, at, kernel, text));
        unplaced += lines.unplaced();
        TakeInKernelLog takeIn =
                new TakeInKernelLog(
                        new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60)),
                        store,
                        node ->
                                Optional.of(
                                        new NodeSeen("uid", "boot of " + node, Instant.EPOCH, NOW)),
                        new DerivedIdentities(),
                        HeardNodes.DEAF,
                        counters,
                        InstantSource.fixed(NOW));
        lines.nodes().forEach(node -> chunks(lines, node).forEach(takeIn::on));
        return lines;
    }

    private static List<RawChunk> chunks(NodeLines lines, String node) {
        return new ArrayList<>(
                lines.of(node, Source.TOPIC, "topic", "topic", 8, NOW.minusSeconds(60)));
    }

    private static Form form(String name, String json) {
        return new Form(name, json.replace("%s", LINE), Optional.empty());
    }

    private static Stream<Form> read(String name) throws IOException {
        try (InputStream in = ShippersFormsTest.class.getResourceAsStream("/shipped/" + name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Pattern.compile("\n# ")
                    .splitAsStream(text)
                    .skip(1)
                    .map(ShippersFormsTest::parse);
        }
    }

    private static Form parse(String text) {
        int end = text.indexOf('\n');
        String title = text.substring(0, end);
        int bar = title.indexOf(" | ");
        String bytes = LINE.chars().mapToObj(Integer::toString).collect(Collectors.joining(","));
        return new Form(
                title,
                text.substring(end).strip().replace("%s", LINE).replace("%b", bytes),
                bar < 0 ? Optional.empty() : Optional.of(title.substring(bar + 3)));
    }

    private static Form plain(String name, String text, String key) {
        return new Form(name, text, Optional.ofNullable(key));
    }
}
