package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.launcher.CommandFailure;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackRequestTest {

    private static final Path STATE = Path.of("/srv/one/state");
    private static final StackOptions MADE =
            new StackOptions("demo", 4, 2, 8, 30, "/etc/policy.yaml", true);
    private static final StackRequest NOTHING_SAID = StackRequest.of(StackOptions.DEFAULT);

    @Test
    void aFreshHomeGetsWhatWasSaidAndDefaults() {
        StackRequest request = asked(3, null, null);

        assertThat(request.decide(Optional.empty(), false, STATE))
                .isEqualTo(new StackOptions("local", 3, 1, 8, 120, null, false));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereNothingWasSaidTheRememberedOptionsStand(boolean running) {
        assertThat(NOTHING_SAID.decide(Optional.of(MADE), running, STATE)).isEqualTo(MADE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSameOptionsAreHarmless(boolean running) {
        StackRequest same =
                new StackRequest(StackOptions.DEFAULT, 4, 2, 8, 30, "/etc/policy.yaml", true);

        assertThat(same.decide(Optional.of(MADE), running, STATE)).isEqualTo(MADE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSizeOfAClusterStays(boolean running) {
        assertThatThrownBy(() -> asked(2, 2, 30).decide(Optional.of(MADE), running, STATE))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(1))
                .hasMessage(
                        "the cluster in /srv/one/state was made with --nodes 4, asked was --nodes 2:"
                                + " medevac down, then name another MEDEVAC_HOME or remove"
                                + " /srv/one/state");
    }

    @Test
    void howItIsRunMayChangeWhileNothingRuns() {
        StackRequest other =
                new StackRequest(StackOptions.DEFAULT, null, null, null, 60, "", false);

        assertThat(other.decide(Optional.of(MADE), false, STATE))
                .isEqualTo(new StackOptions("demo", 4, 2, 8, 60, null, false));
        assertThatThrownBy(() -> other.decide(Optional.of(MADE), true, STATE))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "the stack in /srv/one/state runs with --kill-wait 30 --policy"
                                + " /etc/policy.yaml --dry-run, asked was --kill-wait 60 --policy ''"
                                + " --no-dry-run: medevac down first");
    }

    @Test
    void nonsenseIsWrongUsageWhateverIsRemembered() {
        assertThatThrownBy(() -> asked(0, null, null).decide(Optional.of(MADE), false, STATE))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.exitCode()).isEqualTo(2));
    }

    private static StackRequest asked(
            @Nullable Integer nodes, @Nullable Integer spares, @Nullable Integer killWait) {
        return new StackRequest(StackOptions.DEFAULT, nodes, spares, null, killWait, null, null);
    }
}
