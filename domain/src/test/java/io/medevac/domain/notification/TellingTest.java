package io.medevac.domain.notification;

import static io.medevac.domain.notification.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.notification.Telling.Decision;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TellingTest {

    private static final Telling TELLING =
            new Telling(Duration.ofDays(1), Duration.ofSeconds(20), Duration.ofHours(1));

    static Stream<Arguments> tellsTheRightPeople() {
        return Stream.of(
                Arguments.of(Samples.reported(RecommendedAction.NONE), List.of(Audience.OPERATORS)),
                Arguments.of(
                        Samples.reported(RecommendedAction.RESTART_APP),
                        List.of(Audience.OPERATORS)),
                Arguments.of(
                        Samples.reported(RecommendedAction.UNKNOWN), List.of(Audience.OPERATORS)),
                Arguments.of(
                        Samples.reported(RecommendedAction.CONTACT_SUPPORT),
                        List.of(Audience.OPERATORS)),
                Arguments.of(Samples.reported(RecommendedAction.RESET_GPU), List.of()),
                Arguments.of(Samples.reported(RecommendedAction.REBOOT_NODE), List.of()),
                Arguments.of(Samples.reported(RecommendedAction.REPLACE_NODE), List.of()),
                Arguments.of(Samples.quarantined(), List.of(Audience.OPERATORS)),
                Arguments.of(
                        Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "opt-out"),
                        List.of(Audience.OPERATORS)),
                Arguments.of(
                        Samples.held(RecommendedAction.UNKNOWN, "assessing", "action"), List.of()),
                Arguments.of(Samples.remediationFailed(), List.of(Audience.OPERATORS)),
                Arguments.of(Samples.evacuationFailed(), List.of(Audience.OPERATORS)),
                Arguments.of(Samples.signalled(), List.of(Audience.OWNER)),
                Arguments.of(Samples.notRequeueable(), List.of(Audience.OWNER)),
                Arguments.of(Samples.lost(), List.of(Audience.OWNER, Audience.OPERATORS)),
                Arguments.of(Samples.resumed(412L), List.of(Audience.OWNER)),
                Arguments.of(Samples.closed(News.Outcome.RECOVERED), List.of(Audience.OPERATORS)),
                Arguments.of(Samples.closed(News.Outcome.UNKNOWN), List.of(Audience.OPERATORS)),
                Arguments.of(Samples.closed(News.Outcome.NOT_NEEDED), List.of()));
    }

    @ParameterizedTest
    @MethodSource
    void tellsTheRightPeople(News news, List<Audience> audiences) {
        Decision decision = TELLING.decide(news, Told.NOTHING, NOW);

        assertThat(decision.notices()).extracting(Notice::audience).isEqualTo(audiences);
        assertThat(decision.silence() == null).isEqualTo(!audiences.isEmpty());
    }

    @Test
    void tellsAStormOfFaultsOnce() {
        Told told = Told.NOTHING;
        int messages = 0;
        for (int i = 0; i < 1_000; i++) {
            Decision decision =
                    TELLING.decide(Samples.reported(RecommendedAction.RESTART_APP), told, NOW);
            messages += decision.notices().size();
            told = decision.told();
        }

        assertThat(messages).isEqualTo(1);
    }

    @Test
    void tellsAGraverFaultOfTheSameIncidentAgain() {
        Told told = told(Samples.reported(RecommendedAction.NONE));

        Decision decision =
                TELLING.decide(Samples.reported(RecommendedAction.CONTACT_SUPPORT), told, NOW);

        assertThat(decision.notices()).hasSize(1);
    }

    @Test
    void tellsALesserFaultOfTheSameIncidentNoMore() {
        Told told = told(Samples.reported(RecommendedAction.CONTACT_SUPPORT));

        Decision decision = TELLING.decide(Samples.reported(RecommendedAction.NONE), told, NOW);

        assertThat(decision.silence()).isEqualTo(Silence.TOLD_BEFORE);
        assertThat(decision.told()).isEqualTo(told);
    }

    @Test
    void tellsTheSameHoldOnceEvenIfOthersComeBetween() {
        News budget = Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "budget");
        News breaker = Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "breaker");
        Told told = TELLING.decide(breaker, told(budget), NOW).told();

        Decision decision = TELLING.decide(budget, told, NOW);

        assertThat(decision.silence()).isEqualTo(Silence.TOLD_BEFORE);
    }

    @Test
    void tellsAHoldInAnotherPhaseAgain() {
        Told told = told(Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "mode"));

        Decision decision =
                TELLING.decide(
                        Samples.held(RecommendedAction.REPLACE_NODE, "replacing", "mode"),
                        told,
                        NOW);

        assertThat(decision.notices()).hasSize(1);
    }

    @Test
    void tellsTheEndOfAHoldThatTurnedOutNotToBeNeeded() {
        Told told = told(Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "mode"));

        Decision decision = TELLING.decide(Samples.closed(News.Outcome.NOT_NEEDED), told, NOW);

        assertThat(decision.notices()).hasSize(1);
    }

    @Test
    void tellsWhatIsExactlyAsOldAsAllowed() {
        Decision decision =
                TELLING.decide(Samples.signalled(), Told.NOTHING, NOW.plus(Duration.ofDays(1)));

        assertThat(decision.notices()).hasSize(1);
    }

    @Test
    void tellsNothingOlderThanAllowed() {
        Decision decision =
                TELLING.decide(
                        Samples.signalled(),
                        Told.NOTHING,
                        NOW.plus(Duration.ofDays(1)).plusNanos(1));

        assertThat(decision.silence()).isEqualTo(Silence.TOO_OLD);
        assertThat(decision.notices()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(RecommendedAction.class)
    void decidesTheSameForTheSame(RecommendedAction action) {
        News news = Samples.reported(action);

        assertThat(TELLING.decide(news, Told.NOTHING, NOW))
                .isEqualTo(TELLING.decide(news, Told.NOTHING, NOW));
    }

    private static Told told(News news) {
        return TELLING.decide(news, Told.NOTHING, NOW).told();
    }
}
