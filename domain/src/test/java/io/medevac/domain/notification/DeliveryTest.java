package io.medevac.domain.notification;

import static io.medevac.domain.notification.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.domain.notification.Delivery.Step;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeliveryTest {

    private static final RetryPlan PLAN =
            new RetryPlan(Duration.ofSeconds(2), Duration.ofMinutes(1), 3, Duration.ofHours(1));
    private static final Delivery FRESH =
            Delivery.of(
                    Samples.ORIGIN,
                    Notice.toOwner(Samples.job(), OwnerTexts.signalled(Samples.signalled())),
                    new Recipient("owner", ChannelKind.EMAIL, "alice@example.org"),
                    NOW);

    @Test
    void isTheSameForTheSameEventChannelAndRecipientOnly() {
        assertThat(to("owner", "alice@example.org").id()).isEqualTo(FRESH.id());
        assertThat(to("second", "alice@example.org").id()).isEqualTo(FRESH.id());
        assertThat(to("owner", "bob@example.org").id()).isNotEqualTo(FRESH.id());
    }

    private static Delivery to(String route, String address) {
        return Delivery.of(
                Samples.ORIGIN,
                Notice.toOwner(Samples.job(), OwnerTexts.signalled(Samples.signalled())),
                new Recipient(route, ChannelKind.EMAIL, address),
                NOW.plusSeconds(1));
    }

    @Test
    void endsWhenTheReceiverAccepts() {
        Step step = FRESH.after(new Outcome.Accepted(), PLAN, NOW);

        assertThat(step.delivery().state()).isEqualTo(new State.Delivered(1, NOW));
        assertThat(step.retryAt()).isEmpty();
    }

    @Test
    void endsWhenTheReceiverRefusesForGood() {
        Step step = FRESH.after(new Outcome.Refused("answered 410"), PLAN, NOW);

        assertThat(step.delivery().state()).isEqualTo(new State.Failed(1, NOW, "answered 410"));
        assertThat(step.retryAt()).isEmpty();
    }

    @Test
    void isTriedAgainByItsPlan() {
        Step step = FRESH.after(new Outcome.Unavailable("timed out"), PLAN, NOW);

        assertThat(step.delivery().state()).isEqualTo(new State.Pending(1));
        assertThat(step.retryAt())
                .isEqualTo(PLAN.next(FRESH.id(), 1, NOW, NOW, Duration.ZERO))
                .isPresent();
    }

    @Test
    void isGivenUpAfterTheLastAttempt() {
        Outcome timedOut = new Outcome.Unavailable("timed out");
        Delivery twice = FRESH.after(timedOut, PLAN, NOW).delivery();
        twice = twice.after(timedOut, PLAN, NOW).delivery();

        Step step = twice.after(timedOut, PLAN, NOW);

        assertThat(step)
                .isEqualTo(
                        new Step(
                                new Delivery(
                                        FRESH.id(),
                                        FRESH.origin(),
                                        FRESH.audience(),
                                        FRESH.recipient(),
                                        FRESH.message(),
                                        NOW,
                                        new State.Failed(3, NOW, "given up: timed out")),
                                Optional.empty()));
    }

    @Test
    void staysAsItEnded() {
        Delivery delivered = FRESH.after(new Outcome.Accepted(), PLAN, NOW).delivery();

        assertThat(delivered.pending()).isFalse();
        assertThatThrownBy(() -> delivered.after(new Outcome.Accepted(), PLAN, NOW))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> delivered.abandon("route gone", NOW))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void canBeGivenUpWithoutAnAttempt() {
        assertThat(FRESH.abandon("route gone", NOW).state())
                .isEqualTo(new State.Failed(0, NOW, "route gone"));
    }
}
