package io.medevac.launcher.classify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NeedleLinesTest {
    private static final List<String> NEEDLES = List.of("NVRM:", "mlx5_", "pcieport");

    @Test
    void findsWhatASearchForEachWordFinds() throws IOException {
        Random random = new Random(5);
        String[] parts = {
            "NVRM:", "NVRM", "mlx5_", "pciepo", "pcieport", "x", "\n", "", "NVR\n", "é"
        };
        for (int i = 0; i < 4_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = random.nextInt(20); k > 0; k--) {
                text.append(parts[random.nextInt(parts.length)]);
            }

            assertThat(read(text.toString(), random)).isEqualTo(expected(text.toString()));
        }
    }

    @Test
    void readsTheSameInPiecesOfAnySize() throws IOException {
        Random random = new Random(6);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30_000; i++) {
            text.append("x".repeat(random.nextInt(60)));
            text.append(random.nextInt(50) == 0 ? "pcieport" : "noise").append('\n');
        }

        assertThat(read(text.toString(), random)).isEqualTo(expected(text.toString()));
    }

    @Test
    void takesTheBeginningOfALineThatIsTooLong() throws IOException {
        String tooLong = "NVRM: " + "x".repeat(3 * NeedleLines.LINE_LIMIT);
        String late = "x".repeat(NeedleLines.LINE_LIMIT) + "NVRM: late";
        String text = "a\n" + tooLong + "\nb\n" + late + "\nNVRM: last";

        for (int seed = 0; seed < 20; seed++) {
            assertThat(read(text, new Random(seed)))
                    .containsExactly(
                            "2 " + tooLong.substring(0, NeedleLines.LINE_LIMIT), "5 NVRM: last");
        }
    }

    @Test
    void countsLinesThatWereCut() throws IOException {
        String tooLong = "NVRM: " + "x".repeat(NeedleLines.LINE_LIMIT);
        byte[] bytes = (tooLong + "\n" + tooLong).getBytes(UTF_8);

        assertThat(
                        new NeedleLines(NEEDLES)
                                .read(new ByteArrayInputStream(bytes), taker(new ArrayList<>())))
                .isEqualTo(2);
    }

    private static List<String> expected(String text) {
        List<String> expected = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (NEEDLES.stream().anyMatch(lines[i]::contains)) {
                expected.add(i + 1 + " " + lines[i]);
            }
        }
        return expected;
    }

    private static List<String> read(String text, Random random) throws IOException {
        List<String> taken = new ArrayList<>();
        new NeedleLines(NEEDLES).read(inPieces(text.getBytes(UTF_8), random), taker(taken));
        return taken;
    }

    private static NeedleLines.Taker taker(List<String> taken) {
        return new NeedleLines.Taker() {
            private long passed;

            @Override
            public void line(long number, String text) {
                assertThat(number).isGreaterThan(passed);
                taken.add(number + " " + text);
            }

            @Override
            public void passed(long number) {
                passed = number;
            }
        };
    }

    private static InputStream inPieces(byte[] bytes, Random random) {
        int most = 1 + random.nextInt(random.nextBoolean() ? 10 : 100_000);
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1 + random.nextInt(most)));
            }
        };
    }
}
