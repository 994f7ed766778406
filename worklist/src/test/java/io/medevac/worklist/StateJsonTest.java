package io.medevac.worklist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StateJsonTest {
    sealed interface State {
        record Waiting(Instant since, Optional<String> reason) implements State {}

        record Ended(List<Integer> codes, Duration after) implements State {}
    }

    record Holder(String id, State state) {
        boolean isEnded() {
            return state instanceof State.Ended;
        }
    }

    @Test
    void readsBackWhatItWrote() {
        Holder holder =
                new Holder(
                        "a",
                        new State.Waiting(
                                Instant.parse("2026-01-02T03:04:05.000006Z"), Optional.of("x")));

        String json = StateJson.write(holder, Holder.class);

        assertThat(json)
                .isEqualTo(
                        "{\"id\":\"a\",\"state\":{\"@type\":\"Waiting\",\"since\":\"2026-01-02T03:04:05.000006Z\",\"reason\":\"x\"}}");
        assertThat(StateJson.read(json, Holder.class)).isEqualTo(holder);
    }

    @Test
    void namesTheTypeOfASealedStateAtTheTop() {
        State state = new State.Ended(List.of(79), Duration.ofSeconds(3));

        String json = StateJson.write(state, State.class);

        assertThat(json).contains("\"@type\":\"Ended\"");
        assertThat(StateJson.read(json, State.class)).isEqualTo(state);
    }

    @Test
    void refusesAStateItOnlyHalfUnderstands() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                StateJson.read(
                                        "{\"@type\":\"Ended\",\"codes\":[],\"after\":\"PT1S\",\"new\":1}",
                                        State.class));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateJson.read("{\"@type\":\"Other\"}", State.class));
    }
}
