package io.medevac.launcher.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelLineParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelLogSampleTest {
    private static final int BYTES = 16 << 20;

    @TempDir Path folder;

    @Test
    void isTheSameForTheSameSeed() throws IOException {
        assertThat(written(5)).isEqualTo(written(5)).isNotEqualTo(written(6));
    }

    @Test
    void hasOneLineOfADriverInAThousandAndSaysSo() throws IOException {
        KernelLogSample sample = new KernelLogSample(5);
        sample.write(folder.resolve("log"), BYTES);

        List<String> lines = Files.readAllLines(folder.resolve("log"), StandardCharsets.ISO_8859_1);
        long telling =
                lines.stream()
                        .filter(
                                line ->
                                        KernelLineParser.needles().stream()
                                                .anyMatch(line::contains))
                        .count();

        assertThat(lines).hasSize((int) sample.written());
        assertThat(telling).isEqualTo(sample.ofDrivers());
        assertThat(telling * 1_000.0 / lines.size()).isBetween(0.5, 1.5);
    }

    @Test
    void hasNoPlaceLeftOpen() throws IOException {
        assertThat(new String(written(5), StandardCharsets.ISO_8859_1))
                .doesNotContain("{d}", "{x}");
    }

    private byte[] written(long seed) throws IOException {
        Path file = folder.resolve("log-" + seed);
        new KernelLogSample(seed).write(file, BYTES);
        return Files.readAllBytes(file);
    }
}
