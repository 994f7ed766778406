package io.medevac.domain.detection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Malformed;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.Untrusted;
import io.medevac.domain.detection.KernelFact.XidReported;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelLineParserTest {
    private static final String XID =
            "NVRM: Xid (PCI:0000:9b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off"
                    + " the bus.";
    private static final XidReported FALLEN =
            new XidReported("0000:9b:00", 79, null, null, "GPU has fallen off the bus.");

    /** Lines seen in the field, and what each says. */
    static Stream<Row> rows() throws IOException {
        try (BufferedReader table =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        KernelLineParserTest.class.getResourceAsStream(
                                                "kernel-lines.tsv")),
                                UTF_8))) {
            return table.lines().skip(1).map(Row::of).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void readsLinesOfTheField(Row row) {
        List<KernelFact> said =
                row.lines().stream()
                        .flatMap(line -> KernelLineParser.parse(line).stream())
                        .map(KernelLine::fact)
                        .filter(fact -> fact != null && !(fact instanceof Observed))
                        .toList();

        assertThat(said).isEqualTo(row.expected());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[ 1234.567890] ",
                "[ 1234.567890][  T123] ",
                "[Wed Jul 31 23:14:18 2024] ",
                "[śro sie 14 23:14:18 2024] ",
                "<4>[ 1234.567890] ",
                "kernel: ",
                "kernel: [ 1234.567890] ",
                "May 29 01:37:38 gpu-1 kernel: [257087.812628] ",
                "May  9 01:37:38 gpu-1.pool.example kernel: ",
                "2026-11-29T17:49:11.123456+00:00 gpu-1 kernel: [ 1234.567890] ",
                "2026-11-29T17:49:11+0000 gpu-1 kernel: ",
                "2026-11-29T17:49:11,123456+00:00 ",
                "kern  :warn  : [ 1234.567890] ",
                "<4>1 2026-11-29T17:49:11.123456Z gpu-1 kernel - - - [ 1234.567890] ",
                "4,1227,1700000000,-;",
                "[<    0.000100>] ",
                "[   12.500000 <    0.000100>] ",
                "[  +0.000100] ",
                "[Nov30 12:00] ",
                "[Wed Jul 31 23:14:18 2024 <    0.000100>] ",
                "kern  :err   : [<    0.000100>] ",
                "kern  :err   : [   12.500000 <    0.000100>] ",
                "kern  :err   : [  +0.000100] ",
                "[12345.678901] gpu-1 kernel: ",
                "[12345.678901 <    0.000100 >] gpu-1 kernel: ",
                "1796040000.123456 gpu-1 kernel: ",
                "Mon 2026-11-30 12:00:00 UTC gpu-1 kernel: ",
                "Mon 2026-11-30 12:00:00.123456 CET gpu-1 kernel: ",
                "Mo 2026-11-30 12:00:00 +0100 gpu-1 kernel: ",
                "2026-11-30 12:00:00 gpu-1 kernel: ",
                "2026-11-30 12:00:00 GPU kernel: [ 1234.567890] ",
                "\u001b[32m[   12.500000] \u001b[0m\u001b[31m",
                "\u001b[32mkern  :err   : \u001b[0m\u001b[32m[<    0.000100>] \u001b[0m\u001b[1m",
            })
    void readsTheFormsOfLoggers(String framing) {
        assertThat(KernelLineParser.parse(framing + XID).getFirst().fact()).isEqualTo(FALLEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "May 29 01:37:38 gpu-1 joe: ",
                "May 29 01:37:38 gpu-1 joe: kernel: ",
                "May 29 01:37:38 gpu-1 joe[4711]: [ 1234.567890] ",
                "May 29 01:37:38 gpu-1 ",
                "May 29 01:37:38 ",
                "2026-11-29T17:49:11.123456+00:00 gpu-1 joe: ",
                "2026-11-29T17:49:11.123456+00:00 joe: kernel: ",
                "2026-11-29T17:49:11.123456+00:00 gpu-1 ",
                "2026-11-29T17:49:11.123456+00:00 ",
                "<13>1 2026-11-29T17:49:11.123456Z gpu-1 kernel - - - ",
                "<13>[ 1234.567890] ",
                "12,1227,1700000000,-;",
                "user  :warn  : [ 1234.567890] ",
                "192.0.2.10: daemon: warning: [2026-04-22T21:27:50.100000000Z]: ",
                "kernel: [ 1234.567890] traps: ",
                "joe: ",
                "[12345.678901] gpu-1 joe: ",
                "[12345.678901] gpu-1 joe[4711]: ",
                "[12345.678901] gpu-1 joe: kernel: ",
                "[12345.678901] gpu-1 kernel[4711]: ",
                "[12345.678901] gpu-1 traps: gpu-1 kernel: ",
                "1796040000.123456 gpu-1 joe: ",
                "1796040000.123456 gpu-1 joe: gpu-1 kernel: ",
                "1796040000.123456 gpu-1 kernel[4711]: ",
                "1796040000.123456 ",
                "Mon 2026-11-30 12:00:00 UTC gpu-1 joe: ",
                "Mon 2026-11-30 12:00:00 UTC gpu-1 joe[4711]: kernel: ",
                "Mon 2026-11-30 12:00:00 UTC gpu-1 kernel[4711]: ",
                "Mon 2026-11-30 12:00:00 UTC ",
                "2026-11-30 12:00:00 gpu-1 joe: ",
                "2026-11-30 12:00:00 gpu-1 joe: [12345.678901] gpu-1 kernel: ",
                "2026-11-30 12:00:00 ",
                "May 29 01:37:38 gpu-1 joe: [12345.678901] gpu-1 kernel: ",
                "May 29 01:37:38 gpu-1 joe[4711]: [   12.500000 <    0.000100>] ",
                "May 29 01:37:38 gpu-1 joe: [  +0.000100] ",
                "user  :warn  : [<    0.000100>] ",
                "user  :warn  : [12345.678901] gpu-1 kernel: ",
                "<13>[  +0.000100] ",
                "\u001b[32mMay 29 01:37:38 gpu-1 joe: \u001b[0m",
            })
    void doesNotTrustAnybodyButTheKernel(String framing) {
        assertThat(KernelLineParser.parse(framing + XID).getFirst().fact())
                .isInstanceOf(Untrusted.class);
    }

    @Test
    void readsTimeAndClock() {
        KernelLine line =
                KernelLineParser.parse(
                                "2026-11-29T18:49:11.123456+01:00 gpu-1 kernel: [ 1234.567890] "
                                        + XID)
                        .getFirst();

        assertThat(line)
                .isEqualTo(
                        new KernelLine(
                                FALLEN,
                                XID,
                                Instant.parse("2026-11-29T17:49:11.123456Z"),
                                1234.56789));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "[12345.678901] gpu-1 kernel: ||12345.678901|gpu-1",
                "[   12.500000 <    0.000100>] ||12.5|",
                "[  +0.000100] |||",
                "1796040000.123456 gpu-1 kernel: |2026-11-30T12:00:00.123456Z||gpu-1",
                "Mon 2026-11-30 12:00:00 UTC gpu-1 kernel: |2026-11-30T12:00:00Z||gpu-1",
                "Mon 2026-11-30 13:00:00 +0100 gpu-1 kernel: |2026-11-30T12:00:00Z||gpu-1",
                "Mon 2026-11-30 13:00:00 CET gpu-1 kernel: |||gpu-1",
            })
    void readsTimeClockAndNodeOfTheJournalsForms(
            String framing, Instant stamp, Double uptime, String node) {
        assertThat(Framing.of(framing + XID))
                .extracting(Framing::stamp, Framing::uptime, Framing::node, Framing::trusted)
                .containsExactly(stamp, uptime, node, true);
    }

    @Test
    void readsAStampWithoutZoneAsUtc() {
        assertThat(Framing.of("2026-11-30 12:00:00 gpu-1 kernel: " + XID).at(Instant.EPOCH))
                .isEqualTo("2026-11-30T12:00:00Z");
        assertThat(Framing.of("[Wed Jul 31 23:14:18 2024 <    0.000100>] " + XID).at(Instant.EPOCH))
                .isEqualTo("2024-07-31T23:14:18Z");
    }

    @Test
    void readsNoTimeFromAnImpossibleStamp() {
        KernelLine line =
                KernelLineParser.parse("2026-99-99T99:49:11+01:00 gpu-1 kernel: " + XID).getFirst();

        assertThat(line).isEqualTo(new KernelLine(FALLEN, XID, null, null));
    }

    @Test
    void readsGpusAndBoot() {
        assertThat(
                        Stream.of(
                                        "[    0.000000] Linux version 6.1.0-18-amd64 (gcc)",
                                        "[    9.1] nvidia 0000:9b:00.0: enabling device (0000 ->"
                                                + " 0003)",
                                        "[    9.2] NVRM: GPU at PCI:0000:9b:00:"
                                                + " GPU-00000006-1111-2222-3333-444444444446")
                                .map(line -> KernelLineParser.parse(line).getFirst().fact()))
                .containsExactly(
                        new BootStarted(),
                        new GpuEnabled("0000:9b:00"),
                        new GpuIdentified(
                                "0000:9b:00", "GPU-00000006-1111-2222-3333-444444444446"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r",
                "\u0000",
                "\u001b[31m",
                "\uFFFD",
                "\t",
                "\u200b",
                "\u202e",
                "\ud800",
            })
    void survivesCharactersThatDoNotBelongThere(String dirt) {
        assertThat(KernelLineParser.parse(XID + dirt)).isNotEmpty();
        assertThat(KernelLineParser.parse(dirt + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("kernel: " + XID + "\r").getFirst().fact())
                .isEqualTo(FALLEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NVRM: Xid",
                "NVRM: Xid (",
                "NVRM: Xid (PCI:0000:9b:00",
                "NVRM: Xid (PCI:0000:9b:00):",
                "NVRM: Xid (PCI:0000:9b:00): ,",
                "NVRM: Xid (PCI:0000:9b:00): 99999999999999999999, x",
                "NVRM: Xid (PCI:0000:9b:00): -79, x",
                "NVRM: Xid (PCI:zzzz): 79, x",
            })
    void countsReportsThatCannotBeRead(String line) {
        assertThat(KernelLineParser.parse(line).getFirst().fact()).isInstanceOf(Malformed.class);
    }

    @Test
    void takesNoPidThatIsNone() {
        assertThat(
                        KernelLineParser.parse(
                                        "NVRM: Xid (PCI:0000:9b:00): 43, pid=9999999999, name=a")
                                .getFirst()
                                .fact())
                .isEqualTo(new XidReported("0000:9b:00", 43, null, "a", ""));
    }

    @Test
    void neverBreaksOnAnyBytes() {
        Random random = new Random(79);
        String alphabet = "NVRM: Xid (PCI:0000:9b:00): 79, pid='<unknown>', name=[]<>;\0\r\u00e9.";
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            StringBuilder near = new StringBuilder(XID);
            for (int k = 0; k < 5; k++) {
                near.setCharAt(
                        random.nextInt(near.length()),
                        alphabet.charAt(random.nextInt(alphabet.length())));
            }

            assertThat(KernelLineParser.parse("NVRM: " + new String(bytes, UTF_8))).isNotNull();
            assertThat(KernelLineParser.parse(near.toString())).isNotNull();
        }
    }

    @Test
    void readsOverlongLinesInTimeThatGrowsWithTheirLengthOnly() {
        String longTail = "x".repeat(1 << 20);
        String manyBrackets = "[".repeat(1 << 16) + " " + ": ".repeat(1 << 16);

        assertThat(KernelLineParser.parse(XID + longTail)).isNotEmpty();
        assertThat(KernelLineParser.parse(manyBrackets + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("a: [b] (item=" + manyBrackets + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("1".repeat(1 << 18) + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("[" + " ".repeat(1 << 18) + "<" + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("\u001b[".repeat(1 << 18) + " " + XID)).isNotEmpty();
        assertThat(KernelLineParser.parse("[1.0] " + "a kernel".repeat(1 << 16) + XID))
                .isNotEmpty();
    }

    /** A row of the table. */
    record Row(String id, List<String> lines, List<KernelFact> expected) {
        static Row of(String text) {
            List<String> cells = Arrays.asList(text.split("\t", -1));
            return new Row(
                    cells.get(0),
                    List.of(cells.get(2).replace("\\r", "\r").split("\\\\n")),
                    expected(cells));
        }

        private static List<KernelFact> expected(List<String> cells) {
            return switch (cells.get(3)) {
                case "XID" ->
                        List.of(
                                new XidReported(
                                        orNull(cells.get(5)),
                                        Integer.parseInt(cells.get(4)),
                                        cells.get(7).isEmpty()
                                                ? null
                                                : Integer.valueOf(cells.get(7)),
                                        orNull(cells.get(8)),
                                        cells.get(9)));
                case "GPU_IDENTITY" ->
                        cells.get(6).isEmpty()
                                ? List.of()
                                : List.of(new GpuIdentified(cells.get(5), cells.get(6)));
                case "BOOT" -> List.of(new BootStarted());
                case "MALFORMED" -> List.of(new Malformed(orNull(cells.get(5))));
                case "UNTRUSTED" -> List.of(new Untrusted(orNull(cells.get(5))));
                default -> List.of();
            };
        }

        private static String orNull(String cell) {
            return cell.isEmpty() ? null : cell;
        }

        @Override
        public String toString() {
            return id;
        }
    }
}
