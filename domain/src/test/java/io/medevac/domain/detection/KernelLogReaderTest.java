package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.Untrusted;
import io.medevac.domain.detection.KernelFact.XidReported;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLogReaderTest {
    private static final String LOST =
            "The NVIDIA GPU 0000:b3:00.0 (PCI ID: 10de:26b5) installed in this system has fallen off"
                    + " the bus and is not responding to commands.";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[ 1843.308145] NVRM: |[ 1843.308145] NVRM: |[ 1843.308145] NVRM: ",
                "[ 1843.308145] NVRM: |               NVRM: |               NVRM: ",
                "May 29 01:37:38 gpu-1 kernel: NVRM: |May 29 01:37:38 gpu-1 kernel: NVRM: "
                        + "|May 29 01:37:38 gpu-1 kernel: NVRM: ",
                "2026-11-29T17:49:11+00:00 gpu-1 kernel: NVRM: |    NVRM: |    NVRM: ",
                "6,1,2,-;NVRM: |6,2,3,-;NVRM: |6,3,4,-;NVRM: "
            })
    void putsTheLinesOfOneReportTogether(String framings) {
        String[] framing = framings.split("\\|", -1);

        Finding lost =
                Reading.only(
                        framing[0] + "The NVIDIA GPU 0000:b3:00.0",
                        framing[1] + "(PCI ID: 10de:26b5) installed in this system has",
                        framing[2] + "fallen off the bus and is not responding to commands.");

        assertThat(lost.fault().kind()).isEqualTo("GPU_LOST");
        assertThat(lost.fault().message()).isEqualTo(LOST);
    }

    @Test
    void readsALineEndWithinARecordOfKmsgOrOfTheJournal() {
        String lines =
                "NVRM: The NVIDIA GPU 0000:b3:00.0{}NVRM: (PCI ID: 10de:26b5) installed in this"
                        + " system has{}NVRM: fallen off the bus and is not responding to commands.";
        String kmsg = "3,5,6,-;" + lines.replace("{}", "\\x0a");
        String journal =
                "{\"_TRANSPORT\":\"kernel\",\"MESSAGE\":\""
                        + lines.replace("{}", "\\n")
                        + "\",\"_HOSTNAME\":\"gpu-1\"}";

        assertThat(Reading.only(kmsg).fault().message()).isEqualTo(LOST);
        assertThat(Reading.only(journal).fault().message()).isEqualTo(LOST);
        assertThat(Reading.only(journal).node()).isEqualTo("gpu-1");
    }

    @Test
    void keepsNodesApartThatSpeakInTurn() {
        List<String> lines = new ArrayList<>();
        for (String part :
                List.of(
                        "The NVIDIA GPU 0000:b%d:00.0",
                        "(PCI ID: 10de:26b5) installed in this system has",
                        "fallen off the bus and is not responding to commands.")) {
            for (int node = 0; node < 4; node++) {
                lines.add(
                        "May 29 01:37:38 gpu-%d kernel: NVRM: %s"
                                .formatted(node, part.formatted(node)));
                lines.add("May 29 01:37:38 gpu-%d kernel: usb 1-1: noise".formatted(node));
            }
        }

        List<KernelRecord> said = Reading.records(lines);

        assertThat(said).extracting(KernelRecord::line).containsExactly(1L, 3L, 5L, 7L);
        assertThat(said)
                .extracting(KernelRecord::node)
                .containsExactly("gpu-0", "gpu-1", "gpu-2", "gpu-3");
        assertThat(said)
                .extracting(record -> ((Observed) record.fact()).pci())
                .containsExactly("0000:b0:00", "0000:b1:00", "0000:b2:00", "0000:b3:00");
    }

    @Test
    void takesTheXidOfALostGpuForTheSameRecordButNoOther() {
        String first = "NVRM: The NVIDIA GPU 0000:b3:00.0";
        String second = "NVRM: (PCI ID: 10de:26b5) installed in this system has";
        String third = "NVRM: fallen off the bus and is not responding to commands.";

        assertThat(
                        Reading.findings(
                                List.of(
                                        first,
                                        second,
                                        third,
                                        "NVRM: Xid (PCI:0000:b4:00): 79, GPU has fallen off the"
                                                + " bus.")))
                .extracting(finding -> finding.fault().kind())
                .containsExactly("GPU_LOST", "XID");
        assertThat(
                        Reading.records(
                                List.of(
                                        first,
                                        second,
                                        third,
                                        "w",
                                        "x",
                                        "y",
                                        "z",
                                        "NVRM: Xid (PCI:0000:b3:00): 79")))
                .extracting(KernelRecord::line)
                .containsExactly(1L, 8L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void takesTheXidOfALostGpuAlsoWhereOtherNodesAndOtherLinesAreBetween(int nodes) {
        List<String> lines = new ArrayList<>();
        for (String part :
                List.of(
                        "NVRM: The NVIDIA GPU 0000:b%d:00.0",
                        "NVRM: (PCI ID: 10de:26b5) installed in this system has",
                        "NVRM: fallen off the bus and is not responding to commands.",
                        "NVRM: Xid (PCI:0000:b%d:00): 79, GPU has fallen off the bus.")) {
            for (int node = 0; node < nodes; node++) {
                lines.add(
                        "May 29 01:37:38 gpu-%d kernel: %s".formatted(node, part.formatted(node)));
            }
        }

        assertThat(Reading.findings(lines))
                .hasSize(nodes)
                .extracting(finding -> finding.fault().kind())
                .containsOnly("XID");
        assertThat(
                        Reading.findings(
                                List.of(
                                        "NVRM: The NVIDIA GPU 0000:b3:00.0",
                                        "NVRM: (PCI ID: 10de:26b5) installed in this system has",
                                        "NVRM: fallen off the bus and is not responding to commands.",
                                        "NVRM: A GPU crash dump has been created.",
                                        "NVRM: Xid (PCI:0000:b3:00): 79, pid=1, x")))
                .extracting(finding -> finding.fault().kind())
                .containsExactly("CONTEXT", "XID");
    }

    @Test
    void givesOutWhatIsNotFinished() {
        assertThat(Reading.records(List.of("NVRM: The NVIDIA GPU 0000:b3:00.0")))
                .singleElement()
                .satisfies(
                        said ->
                                assertThat(((Observed) said.fact()).kind())
                                        .isEqualTo(KernelKind.CONTEXT));
        List<KernelRecord> records = new ArrayList<>();
        KernelLogReader reader = new KernelLogReader(Reading.NOW, records::add);
        reader.line(1, "NVRM: The NVIDIA GPU 0000:b3:00.0");

        reader.passed(32);
        assertThat(records).isEmpty();
        reader.passed(33);
        assertThat(records).hasSize(1);
    }

    /** A reader of pieces says after each of them how far it came. */
    @Test
    void givesOutInTheSameOrderHoweverOftenItHearsHowFarTheLogWasRead() {
        List<String> lines =
                List.of(
                        "May 29 01:37:38 a kernel: NVRM: The NVIDIA GPU 0000:b3:00.0",
                        "May 29 01:37:38 b kernel: NVRM: The NVIDIA GPU 0000:b4:00.0",
                        "May 29 01:37:38 b kernel: NVRM: (PCI ID: 10de:26b5) installed in this"
                                + " system has",
                        "May 29 01:37:38 b kernel: NVRM: fallen off the bus and is not responding"
                                + " to commands.");
        List<List<String>> read = new ArrayList<>();
        for (int step : new int[] {1, 100}) {
            List<String> nodes = new ArrayList<>();
            KernelLogReader reader =
                    new KernelLogReader(Reading.NOW, said -> nodes.add(said.node()));
            for (int i = 0; i < lines.size(); i++) {
                reader.line(i + 1, lines.get(i));
            }
            for (int passed = lines.size() + step; passed <= 200; passed += step) {
                reader.passed(passed);
            }
            reader.end();
            read.add(nodes);
        }

        assertThat(read).containsExactly(List.of("b", "a"), List.of("b", "a"));
    }

    @Test
    void holdsUnfinishedReportsOfSomeNodesOnly() {
        List<KernelRecord> records = new ArrayList<>();
        KernelLogReader reader = new KernelLogReader(Reading.NOW, records::add);

        IntStream.range(0, 1000)
                .forEach(
                        node ->
                                reader.line(
                                        1,
                                        "May 29 01:37:38 gpu-%d kernel: NVRM: The NVIDIA GPU 0000:b3:00.0"
                                                .formatted(node)));

        assertThat(records).hasSize(1000 - 64);
    }

    @Test
    void readsAMismatchOfTheDriver() {
        Finding found =
                Reading.only(
                        "kernel: NVRM: API mismatch: the client 'nvidia-smi' (pid 42) has the"
                                + " version 550.76, but",
                        "kernel: NVRM: this kernel module has the version 550.67.  Please",
                        "kernel: NVRM: make sure that this kernel module and all NVIDIA driver",
                        "kernel: NVRM: components have the same version.");

        assertThat(found.fault().kind()).isEqualTo("DRIVER_MISMATCH");
        assertThat(found.pid()).isEqualTo(42);
        assertThat(found.process()).isEqualTo("nvidia-smi");
        assertThat(found.fault().message()).endsWith("this kernel module has the version 550.67.");
    }

    @Test
    void trustsTheJournalOnlyWhereTheKernelSpoke() {
        String record =
                "{\"MESSAGE\":\"NVRM: Xid (PCI:0000:05:00): 79, GPU has fallen off the bus.\"%s}";

        assertThat(fact(record.formatted(",\"_TRANSPORT\":\"kernel\"")))
                .isInstanceOf(XidReported.class);
        assertThat(fact(record.formatted(""))).isInstanceOf(XidReported.class);
        assertThat(fact(record.formatted(",\"_TRANSPORT\":\"syslog\"")))
                .isEqualTo(new Untrusted("0000:05:00"));
        assertThat(fact(record.formatted(",\"_TRANSPORT\":\"stdout\"")))
                .isInstanceOf(Untrusted.class);
        assertThat(fact(record.formatted(",\"_UID\":\"1000\""))).isInstanceOf(Untrusted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"stream\":\"stdout\"",
                "\"facility\":\"user\"",
                "\"_TRANSPORT\":\"kernel\",\"_TRANSPORT\":\"stdout\"",
                "\"syslogtag\":\"kernel2:\"",
                "\"inputname\":\"imuxsock\"",
                "\"container_id\":\"abc\"",
                "\"pod\":\"train-0\",\"namespace\":\"ml\"",
                "\"unit\":\"docker.service\"",
                "\"source_type\":\"docker_logs\"",
                "\"input\":{\"type\":\"container\"}",
                "\"file\":\"/var/log/containers/x.log\",\"source_type\":\"file\"",
                "\"log\":{\"file\":{\"path\":\"/var/log/pods/ml_a_1/x/0.log\"}}",
                "\"kubernetes\":{\"host\":\"gpu-0\",\"pod_name\":\"train-0\"}",
                "\"log\":{\"syslog\":{\"facility\":{\"code\":1}}}"
            })
    void trustsNoRecordOfAShipperThatNamesAnotherSpeaker(String member) {
        String text = "\"message\":\"NVRM: Xid (PCI:0000:05:00): 79, GPU has fallen off the bus.\"";

        assertThat(fact("{" + text + "," + member + "}")).isInstanceOf(Untrusted.class);
        assertThat(fact("{" + member + "," + text + "}")).isInstanceOf(Untrusted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"file\":\"/var/log/kern.log\",\"source_type\":\"file\"",
                "\"source_type\":\"journald\",\"_TRANSPORT\":\"kernel\"",
                "\"log\":{\"file\":{\"path\":\"/var/log/messages\"}},\"input\":{\"type\":\"log\"}"
            })
    void trustsARecordOfAShipperThatNamesTheKernelOrNobody(String member) {
        String text = "\"message\":\"NVRM: Xid (PCI:0000:05:00): 79, GPU has fallen off the bus.\"";

        assertThat(fact("{" + text + "," + member + "}")).isInstanceOf(XidReported.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-",
                "[timeQuality tzKnown=\"1\"]",
                "[timeQuality tzKnown=\"1\"][meta sequenceId=\"1\"]",
                "[a@1 b=\"c]d\" e=\"f\\]g\\\"h\"]"
            })
    void readsTheStructuredDataOfSyslog(String data) {
        assertThat(
                        fact(
                                "<3>1 2026-03-03T04:05:06Z g9 kernel - - "
                                        + data
                                        + " NVRM: Xid (PCI:0000:ab:00): 79, GPU has fallen off the bus."))
                .isInstanceOf(XidReported.class);
    }

    @Test
    void readsAMessageThatTheJournalWritesAsBytes() {
        StringBuilder bytes = new StringBuilder();
        "NVRM: Xid (PCI:0000:05:00): 79, \u0001\u00e9"
                .chars()
                .forEach(c -> bytes.append(bytes.isEmpty() ? "" : ",").append(c));

        assertThat(fact("{\"MESSAGE\":[" + bytes + "],\"_TRANSPORT\":\"kernel\"}"))
                .isInstanceOf(XidReported.class);
        String spaced = bytes.toString().replace(",", ", ");
        assertThat(fact("{\"MESSAGE\": [" + spaced + "], \"_TRANSPORT\": \"kernel\"}"))
                .isInstanceOf(XidReported.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-02-14T05:03:43+0100 n kernel: |2026-02-14T04:03:43Z",
                "2026-02-14T05:03:43.5Z n kernel: |2026-02-14T05:03:43.500Z",
                "kern  :warn  : 2025-01-21T04:41:44,283302+00:00 |2025-01-21T04:41:44.283302Z",
                "[Fri Aug  9 13:32:56 2024] |2024-08-09T13:32:56Z",
                "Feb 14 05:03:41 node-1 kernel: |2026-02-14T05:03:41Z",
                "Dec 31 05:03:41 node-1 kernel: |2025-12-31T05:03:41Z",
                "Feb 31 05:03:41 node-1 kernel: |",
                "kwi 15 07:56:59 node-1 kernel: |",
                "[ 1234.567890] |1970-01-01T00:20:34.567890Z",
                "4,1227,1700000000,-;|1970-01-01T00:28:20Z",
                "192.0.2.10: kern: warning: [2026-04-22T21:27:51.291660856Z]: |2026-04-22T21:27:51.291660856Z",
            })
    void knowsWhenItWasSaid(String framing, Instant at) {
        String space = framing.endsWith(";") ? "" : " ";

        assertThat(
                        Reading.records(
                                        List.of(
                                                framing.strip()
                                                        + space
                                                        + "NVRM: Xid (PCI:0000:05:00): 79, x"))
                                .getFirst()
                                .at())
                .isEqualTo(at);
    }

    private static KernelFact fact(String line) {
        return Reading.records(List.of(line)).getFirst().fact();
    }
}
