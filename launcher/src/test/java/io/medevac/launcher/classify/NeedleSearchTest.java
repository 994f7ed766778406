package io.medevac.launcher.classify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.KernelLineParser;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NeedleSearchTest {
    private static final List<String> NEEDLES = KernelLineParser.needles();

    private final NeedleSearch search = new NeedleSearch(NEEDLES);

    @Test
    void findsEachWordAtEveryPlaceOfARangeAndNotBeyondIt() {
        for (String needle : NEEDLES) {
            for (int before = 0; before < 40; before++) {
                for (int after = 0; after < 40; after += 13) {
                    byte[] text = bytes("x".repeat(before) + needle + "x".repeat(after));
                    int end = before + needle.length();

                    assertThat(search.next(text, 0, text.length)).isEqualTo(before);
                    assertThat(search.next(text, before, end)).isEqualTo(before);
                    assertThat(search.next(text, 0, end - 1)).isEqualTo(-1);
                    assertThat(search.next(text, before + 1, text.length)).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void saysOfAnyBytesWhatALookForEachWordSays() {
        Random random = new Random(7);
        String all = String.join("", NEEDLES);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            while (text.length() < 150) {
                int from = random.nextInt(all.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.append((char) random.nextInt(256));
                    case 1 -> text.append("x".repeat(random.nextInt(40)));
                    case 2 -> text.append(NEEDLES.get(random.nextInt(NEEDLES.size())), 0, 4);
                    default -> text.append(all, from, Math.min(all.length(), from + 6));
                }
            }
            int from = random.nextInt(60);
            int to = text.length() - random.nextInt(60);
            String range = text.substring(from, to);

            int found = search.next(bytes(text.toString()), from, to);

            assertThat(found >= 0).isEqualTo(NEEDLES.stream().anyMatch(range::contains));
            assertThat(found < 0 || NEEDLES.stream().anyMatch(n -> text.indexOf(n, found) == found))
                    .isTrue();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }
}
