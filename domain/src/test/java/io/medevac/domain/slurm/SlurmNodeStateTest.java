package io.medevac.domain.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmNodeStateTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // state,                busy,  drained, draining, empty, usable
        "idle,                   false, false,   false,    true,  true",
        "allocated,              true,  false,   false,    false, true",
        "mixed,                  true,  false,   false,    false, true",
        "allocated+DRAIN,        true,  false,   true,     false, false",
        "mixed+DRAIN,            true,  false,   true,     false, false",
        "idle+COMPLETING+DRAIN,  true,  false,   true,     false, false",
        "idle+DRAIN,             false, true,    false,    true,  false",
        "IDLE+FAIL,              false, true,    false,    true,  false",
        "down+DRAIN,             false, true,    false,    true,  false",
        "down+NOT_RESPONDING,    false, false,   false,    true,  false",
        "idle+NOT_RESPONDING,    false, false,   false,    true,  false",
        "idle+PLANNED,           false, false,   false,    true,  true",
        "idle+RESERVED,          false, false,   false,    true,  true",
        "idle+MAINTENANCE,       false, false,   false,    true,  false",
        "unknown,                false, false,   false,    false, false",
        "future,                 false, false,   false,    false, false",
        "idle+SOMETHING_NEW,     false, false,   false,    false, false",
        "dreaming+DRAIN,         false, false,   false,    false, false",
        "idle+DRAIN+NEW_FLAG,    false, false,   false,    false, false",
    })
    void saysOnlyWhatTheStateSurelyMeans(
            String state,
            boolean busy,
            boolean drained,
            boolean draining,
            boolean empty,
            boolean usable) {
        List<String> words = List.of(state.split("\\+"));
        SlurmNodeState parsed =
                SlurmNodeState.parse(words.getFirst(), words.subList(1, words.size()));

        assertThat(
                        List.of(
                                parsed.busy(),
                                parsed.drained(),
                                parsed.draining(),
                                parsed.empty(),
                                parsed.usable()))
                .containsExactly(busy, drained, draining, empty, usable);
    }

    @Test
    void isWrittenWithItsFlagsInOrder() {
        assertThat(SlurmNodeState.parse("idle", List.of("DRAIN", "COMPLETING")))
                .hasToString("IDLE+COMPLETING+DRAIN");
    }

    @Test
    void wouldBeUsableWithoutItsDrainOnlyWhenNothingElseIsWrong() {
        assertThat(SlurmNodeState.parse("idle", List.of("DRAIN")).usableButForDrain()).isTrue();
        assertThat(
                        SlurmNodeState.parse("idle", List.of("DRAIN", "NOT_RESPONDING"))
                                .usableButForDrain())
                .isFalse();
        assertThat(SlurmNodeState.parse("down", List.of("DRAIN")).usableButForDrain()).isFalse();
    }
}
