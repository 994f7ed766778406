package io.medevac.domain.detection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever bytes a log has, it is read to its end. Seeds are fixed, so a failure comes again. */
class AnyBytesTest {
    private static final int INPUTS = 100_000;
    private static final String[] PARTS = {
        "NVRM: ",
        "NVRM: Xid (PCI:",
        "0000:9b:00",
        "): ",
        "79",
        ", pid=",
        "name=",
        "nvidia-nvswitch",
        "SXid (PCI:",
        "{\"MESSAGE\":",
        "\"_TRANSPORT\":\"kernel\"",
        "[",
        "]",
        "(",
        ")",
        "\\x0a",
        "\n",
        "The NVIDIA GPU ",
        "(PCI ID",
        "fallen off",
        "API mismatch: ",
        "has the version ",
        "mlx5_core ",
        "amdgpu ",
        "{1}[Hardware Error]: ",
        "EDAC MC0: 1 UE ",
        "kernel: ",
        "<4>",
        "4,1,2,-;",
        ", ",
        "RLW_REMAP Nonfatal XC1 i0 Link 10 (0x00000004 0x00000040",
        "99999999999",
        "caused by previous Xid ",
        "GPU recovery action changed from 0x0 (None) to 0x",
        "May 29 01:37:38 n ",
        "\u0000",
        "\ud800",
        "4\u6708",
    };

    @Test
    void readsLinesOfTheFieldWithSomethingBrokenInThem() throws IOException {
        List<String> lines = CorpusRow.all().stream().flatMap(row -> row.lines().stream()).toList();
        Random random = new Random(145);
        KernelFindings findings = new KernelFindings(FaultCatalogue.shipped(), null, null);
        List<Finding> found = new ArrayList<>();
        KernelLogReader reader =
                new KernelLogReader(Reading.NOW, said -> findings.find(said).ifPresent(found::add));

        for (int i = 0; i < INPUTS; i++) {
            reader.line(i + 1, broken(lines.get(random.nextInt(lines.size())), random));
        }
        reader.end();

        assertThat(found).hasSizeGreaterThan(INPUTS / 2);
    }

    @Test
    void readsPartsOfLinesInAnyOrder() {
        Random random = new Random(149);
        KernelFindings findings = new KernelFindings(FaultCatalogue.shipped(), "n", null);
        KernelLogReader reader =
                new KernelLogReader(
                        Reading.NOW, said -> assertThat(findings.find(said)).isNotNull());

        for (int i = 0; i < INPUTS; i++) {
            StringBuilder line = new StringBuilder();
            for (int k = random.nextInt(8); k >= 0; k--) {
                line.append(PARTS[random.nextInt(PARTS.length)]);
            }
            reader.line(i + 1, line.toString());
        }
        reader.end();
    }

    @Test
    void readsAnyBytes() {
        Random random = new Random(154);
        for (int i = 0; i < INPUTS; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);

            assertThat(JournalJson.of("{" + new String(bytes, ISO_8859_1)).all("")).isNotNull();
            assertThat(Framing.all(new String(bytes, UTF_8))).isNotEmpty();
        }
    }

    @Test
    void saysTheSameWhateverNoiseIsBetween() throws IOException {
        Random random = new Random(3);
        for (CorpusRow row : CorpusRow.all()) {
            List<String> noisy = new ArrayList<>();
            for (String line : row.lines()) {
                for (int k = random.nextInt(3); k > 0; k--) {
                    noisy.add("[   12.345678] usb 1-1: new high-speed USB device number 2");
                }
                noisy.add(line);
            }

            assertThat(facts(noisy)).isEqualTo(facts(row.lines()));
        }
    }

    private static List<KernelFact> facts(List<String> lines) {
        return Reading.records(lines).stream().map(KernelRecord::fact).toList();
    }

    private static String broken(String line, Random random) {
        StringBuilder broken = new StringBuilder(line);
        switch (random.nextInt(4)) {
            case 0 -> broken.setLength(random.nextInt(line.length() + 1));
            case 1 -> broken.setCharAt(random.nextInt(line.length()), (char) random.nextInt(512));
            case 2 ->
                    broken.insert(
                            random.nextInt(line.length()), PARTS[random.nextInt(PARTS.length)]);
            default -> broken.append((char) random.nextInt(1 << 16));
        }
        return broken.toString();
    }
}
