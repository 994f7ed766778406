package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {

    @Test
    void removesWhatCannotBeShown() {
        assertThat(Text.clean("\u0000 a\tb\u001b[31mc\u200b\u202ed\r\n\u0085"))
                .isEqualTo("a b[31mcd");
    }

    @Test
    void keepsOtherScriptsAndReplacesHalvesOfPairs() {
        assertThat(Text.clean("4月 \ud83d\ude00 \ud83d")).isEqualTo("4月 \ud83d\ude00 \uFFFD");
    }

    @Test
    void cutsBetweenCharacters() {
        assertThat(Text.cut("abc", 3)).isEqualTo("abc");
        assertThat(Text.cut("abcd", 3)).isEqualTo("abc");
        assertThat(Text.cut("ab\ud83d\ude00", 3)).isEqualTo("ab");
    }
}
