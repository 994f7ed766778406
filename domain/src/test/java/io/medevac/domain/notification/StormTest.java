package io.medevac.domain.notification;

import static io.medevac.domain.notification.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.notification.Telling.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Many incidents that one limit of one pool holds become one message. */
class StormTest {

    private static final Duration GATHER = Duration.ofSeconds(20);
    private static final Duration QUIET = Duration.ofHours(1);
    private static final Telling TELLING = new Telling(Duration.ofDays(1), GATHER, QUIET);

    private Storm storm = Storm.NONE;

    @Test
    void aStormIsToldOnceNamingHowMany() {
        List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            decisions.add(hold(i, NOW.plusMillis(i * 300L), "breaker"));
        }

        List<Decision> told = decisions.stream().filter(each -> !each.notices().isEmpty()).toList();
        assertThat(told).hasSize(67);
        assertThat(told).extracting(each -> each.about().eventId()).containsOnly(event(0));
        assertThat(told).extracting(Decision::tellAt).containsOnly(NOW.plus(GATHER));
        assertThat(told.getLast().notices().getFirst().message().title())
                .isEqualTo("Pool training: the breaker holds 67 incidents");
        assertThat(decisions.subList(67, 100))
                .extracting(Decision::silence)
                .containsOnly(Silence.TOLD_OF_POOL);
        assertThat(storm.incidents()).isEqualTo(100);
    }

    @Test
    void theMessageSaysWhatToDoAndHowLongItIsQuiet() {
        Message message = hold(0, NOW, "breaker").notices().getFirst().message();

        assertThat(message.title()).isEqualTo("Pool training: the breaker holds 1 incident");
        assertThat(message.text())
                .contains("The breaker says: says no.")
                .contains("medevac incidents")
                .contains("kubectl get nodes -l medevac.io/pool=training")
                .contains("not told for 1 h");
        assertThat(message.data()).containsEntry("pool", "training").containsEntry("incidents", 1L);
    }

    @Test
    void afterTheQuietTimeItIsToldAgain() {
        hold(0, NOW, "budget");

        assertThat(hold(1, NOW.plus(QUIET).minusNanos(1), "budget").silence())
                .isEqualTo(Silence.TOLD_OF_POOL);
        assertThat(hold(2, NOW.plus(QUIET), "budget").about().eventId()).isEqualTo(event(2));
    }

    @Test
    void oneIncidentCountsOnceWhateverElseHoldsIt() {
        Told told = hold(0, NOW, "breaker", "budget").told();

        assertThat(TELLING.decide(news(0, NOW, "breaker", "opt-out"), told, storm, NOW).silence())
                .isEqualTo(Silence.TOLD_BEFORE);
    }

    @Test
    void whatIsLeftWhenTheLimitIsGoneIsToldByItself() {
        Told told = hold(0, NOW, "breaker", "opt-out").told();

        assertThat(TELLING.decide(news(0, NOW, "opt-out"), told, NOW).notices()).hasSize(1);
    }

    @Test
    void theEndOfWhatWasOnlyOneOfManyIsNoNews() {
        Told told = hold(0, NOW, "breaker").told();

        assertThat(TELLING.decide(Samples.closed(News.Outcome.NOT_NEEDED), told, NOW).silence())
                .isEqualTo(Silence.NOT_NEWS);
        assertThat(TELLING.decide(Samples.closed(News.Outcome.RECOVERED), told, NOW).notices())
                .hasSize(1);
    }

    @Test
    void eachPoolAndEachLimitIsAStormOfItsOwn() {
        News breaker = news(0, NOW, "breaker");

        assertThat(Storm.groupOf(news(1, NOW, "budget", "breaker")))
                .isEqualTo(Storm.groupOf(breaker))
                .isNotEqualTo(Storm.groupOf(news(1, NOW, "budget")));
        assertThat(Storm.groupOf(Samples.quarantined())).isEmpty();
        assertThat(Storm.groupOf(Samples.held(RecommendedAction.REPLACE_NODE, "assessing", "mode")))
                .isEmpty();
        assertThat(Storm.groupOf(Samples.held(RecommendedAction.NONE, "assessing", "budget")))
                .isEmpty();
    }

    private Decision hold(int incident, Instant now, String... gates) {
        Decision decision = TELLING.decide(news(incident, now, gates), Told.NOTHING, storm, now);
        storm = decision.storm();
        return decision;
    }

    private static News.RemediationHeld news(int incident, Instant now, String... gates) {
        News.RemediationHeld held =
                Samples.held(RecommendedAction.REPLACE_NODE, "assessing", gates);
        return new News.RemediationHeld(
                new Origin(event(incident), new UUID(3, incident), "demo", "gpu-" + incident, now),
                held.fault(),
                held.pool(),
                held.gates(),
                held.phase(),
                held.whatToDo());
    }

    private static UUID event(int incident) {
        return new UUID(4, incident);
    }
}
