package io.medevac.domain.notification;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain text, äöü 模型 ✓ 🚀 | plain text, äöü 模型 ✓ 🚀",
                "'a\tb'                     | a\\u0009b",
                "'a\u0000b\u007f\u0085'     | a\\u0000b\\u007f\\u0085",
                "'a\u2028b\u2029'           | a\\u2028b\\u2029",
                "'a\u200bb\u2066c\ufeff'    | a\\u200bb\\u2066c\\ufeff",
                "'a\ud800b'                 | a\\ud800b",
            })
    void showsWhatCannotBeSeen(String text, String line) {
        assertThat(Plain.line(text, 100)).isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource({"abc, 3, abc", "abcd, 3, abc…", "'', 3, ''", "a🚀b, 2, a🚀…"})
    void cutsBetweenCharacters(String text, int most, String line) {
        assertThat(Plain.line(text, most)).isEqualTo(line);
    }
}
