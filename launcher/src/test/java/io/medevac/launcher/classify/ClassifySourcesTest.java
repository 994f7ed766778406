package io.medevac.launcher.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.detection.Source;
import io.medevac.intake.Context;
import io.medevac.launcher.classify.Classification.Given;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every input of the field, through the readers of the command. */
class ClassifySourcesTest {
    @TempDir Path folder;

    static Stream<Corpus.Case> records() throws IOException {
        return Corpus.records().stream();
    }

    static Stream<Corpus.Case> incidents() throws IOException {
        return Corpus.incidents().stream();
    }

    @ParameterizedTest
    @MethodSource("records")
    void tellsEveryRecord(Corpus.Case input) throws IOException {
        assertThat(Corpus.classify(input, false, folder))
                .extracting(object -> Corpus.values(object, Corpus.OF_RECORD))
                .isEqualTo(input.expected());
    }

    @ParameterizedTest
    @MethodSource("incidents")
    void putsTogetherWhatBelongsTogether(Corpus.Case input) throws IOException {
        assertThat(Corpus.classify(input, true, folder))
                .extracting(object -> Corpus.values(object, Corpus.OF_INCIDENT))
                .isEqualTo(input.expected());
    }

    @Test
    void tellsTheWholeOfAnIncident() throws IOException {
        Path alerts = Path.of("../intake/src/test/resources/io/medevac/intake");

        assertThat(incidents(Source.ALERTMANAGER, alerts.resolve("alertmanager-01-firing.json")))
                .isEqualTo(
                        "{\"node\":\"n1\",\"gpus\":[2,4],\"codes\":[31,79],\"root\":79,"
                                + "\"scope\":\"GPU\",\"severity\":\"CRITICAL\","
                                + "\"action\":\"REPLACE_NODE\",\"occurrences\":2,"
                                + "\"first\":\"2026-06-23T18:44:57Z\","
                                + "\"last\":\"2026-06-23T18:44:57Z\","
                                + "\"sources\":[\"alertmanager\"],\"notes\":[]}\n");
        assertThat(incidents(Source.CONDITION, alerts.resolve("aks-04-npd-metrics.prom")))
                .startsWith("{\"node\":null,\"gpus\":[],\"codes\":[],\"root\":\"XID\",")
                .contains("\"first\":null,\"last\":null,\"sources\":[\"condition\"]");
    }

    @ParameterizedTest
    @CsvSource({
        "CONDITION, gke-01-node-xidcritical.json",
        "EVENT, gke-05-event-xiderror.json",
        "ALERTMANAGER, alertmanager-01-firing.json"
    })
    void showsWhatItFoundBeforeItWaitsForMore(Source source, String file) throws IOException {
        byte[] text =
                Files.readAllBytes(
                        Path.of("../intake/src/test/resources/io/medevac/intake").resolve(file));
        Shown shown = new Shown();
        AtomicInteger waits = new AtomicInteger();
        InputStream pipe =
                new ByteArrayInputStream(text) {
                    @Override
                    public synchronized int read(byte[] into, int offset, int length) {
                        if (available() == 0) {
                            waits.incrementAndGet();
                            assertThat(shown.hidden).isZero();
                            assertThat(shown.all).isPositive();
                        }
                        return super.read(into, offset, length);
                    }
                };

        IntakeFindingReader.of(
                        source,
                        FaultCatalogue.shipped()::classify,
                        SitePolicy.NONE,
                        Context.NOTHING)
                .read(pipe, shown);

        assertThat(waits.get()).isPositive();
    }

    private static final class Shown implements FindingSink {
        private int hidden;
        private int all;

        @Override
        public void accept(long line, Finding finding) {
            hidden++;
            all++;
        }

        @Override
        public void pause() {
            hidden = 0;
        }

        @Override
        public void end() {}
    }

    @Test
    void incidentsComeByTimeAndThenByNode() throws IOException {
        Path log = folder.resolve("log");
        Files.writeString(
                log,
                """
                NVRM: Xid (PCI:0000:9b:00): 48, none
                2026-06-23T13:00:00Z n1 kernel: NVRM: Xid (PCI:0000:9b:00): 48, late
                2026-06-23T12:00:00Z n3 kernel: NVRM: Xid (PCI:0000:9b:00): 48, early
                2026-06-23T12:00:00Z n2 kernel: NVRM: Xid (PCI:0000:9b:00): 48, early
                """);

        assertThat(incidents(Source.KERNEL, log).lines())
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly(
                        "{\"node\":\"n2\"",
                        "{\"node\":\"n3\"",
                        "{\"node\":\"n1\"",
                        "{\"node\":null");
    }

    @Test
    void thePolicyOfTheSiteCountsForEverySource() throws IOException {
        Path policy = folder.resolve("policy");
        Files.writeString(
                policy,
                "overrides: [{kind: GPU_LOST, action: CONTACT_SUPPORT},"
                        + " {kind: XID, code: 79, action: REBOOT_NODE}]");
        StringWriter out = new StringWriter();

        Classification.of(Source.CONDITION, new Given(null, null, null, policy))
                .run(
                        List.of(
                                Path.of(
                                        "../intake/src/test/resources/io/medevac/intake",
                                        "aks-01-node-conditions.json")),
                        new PrintWriter(out));

        assertThat(out.toString().lines().limit(2))
                .satisfiesExactly(
                        lost -> assertThat(lost).contains("\"action\":\"CONTACT_SUPPORT\""),
                        xid -> assertThat(xid).contains("\"action\":\"REBOOT_NODE\""));
    }

    @Test
    void aSplitIntoFilesChangesNothing() throws IOException {
        String log =
                """
                2026-06-23T12:00:00Z n1 kernel: NVRM: Xid (PCI:0000:9b:00): 48, ecc
                2026-06-23T12:00:01Z n1 kernel: NVRM: Xid (PCI:0000:9b:00): 63, row
                2026-06-23T12:00:02Z n1 kernel: NVRM: Xid (PCI:0000:9b:00): 94, contained
                2026-06-23T12:00:03Z n2 kernel: NVRM: Xid (PCI:0000:17:00): 31, pid=1, name=a, x
                """;
        Path whole = folder.resolve("whole");
        Files.writeString(whole, log);
        String once = incidents(Source.KERNEL, whole);
        List<String> lines = log.lines().map(line -> line + "\n").toList();
        for (int cut = 0; cut <= lines.size(); cut++) {
            Path first = folder.resolve("first");
            Path second = folder.resolve("second");
            Files.writeString(first, String.join("", lines.subList(0, cut)));
            Files.writeString(second, String.join("", lines.subList(cut, lines.size())));

            assertThat(incidents(Source.KERNEL, first, second)).isEqualTo(once);
        }
        assertThat(once.lines()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(value = Source.class, mode = EnumSource.Mode.EXCLUDE, names = "SLURM")
    void anyBytesAreRead(Source source) throws IOException {
        Random random = new Random(17);
        byte[] bytes = new byte[200_000];
        random.nextBytes(bytes);
        byte[] seed = Files.readAllBytes(inputOf(source));
        for (int i = 0; i + 400 < bytes.length; i += 1000) {
            int from = random.nextInt(seed.length);
            int length = Math.min(400, seed.length - from);
            System.arraycopy(seed, from, bytes, i, length);
        }
        Path file = folder.resolve("bytes");
        Files.write(file, bytes);

        Classification.of(source, new Given(null, null, null, null))
                .run(List.of(file), new PrintWriter(new StringWriter()));
        assertThat(incidents(source, file)).matches("\\p{ASCII}*");
    }

    private static Path inputOf(Source source) {
        Path domain = Path.of("../domain/src/test/resources/io/medevac/domain/detection");
        Path intake = Path.of("../intake/src/test/resources/io/medevac/intake");
        return switch (source) {
            case KERNEL -> domain.resolve("kernlog.tsv");
            case DCGM -> domain.resolve("dcgm/09-gpu-health-status.prom");
            case CONDITION -> intake.resolve("soperator-01-node.json");
            case EVENT -> intake.resolve("nvsentinel-07-healthevent.json");
            case ALERTMANAGER -> intake.resolve("alertmanager-01-firing.json");
            case SLURM -> throw new IllegalArgumentException("drain reasons come as events");
        };
    }

    private static String incidents(Source source, Path... files) {
        StringWriter out = new StringWriter();
        Classification.of(source, new Given(null, null, null, null))
                .runIncidents(List.of(files), new PrintWriter(out));
        return out.toString();
    }
}
