package io.medevac.domain.notification;

import static io.medevac.domain.notification.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPlanTest {

    private static final UUID ID = UUID.fromString("0199c0de-0000-8000-8000-000000000001");
    private static final RetryPlan PLAN =
            new RetryPlan(Duration.ofSeconds(2), Duration.ofMinutes(10), 200, Duration.ofDays(1));

    @ParameterizedTest
    @CsvSource({"1, 1, 2", "2, 2, 4", "3, 4, 8", "9, 256, 512", "10, 300, 600", "150, 300, 600"})
    void doublesUpToTheLongestLessAtMostHalf(int attempts, long least, long most) {
        assertThat(LongStream.range(0, 1_000).mapToObj(low -> new UUID(7, low)))
                .allSatisfy(
                        id ->
                                assertThat(delay(id, attempts))
                                        .isBetween(
                                                Duration.ofSeconds(least),
                                                Duration.ofSeconds(most)));
    }

    @Test
    void spreadsDeliveriesThatFailedTogether() {
        assertThat(
                        LongStream.range(0, 1_000)
                                .mapToObj(low -> delay(new UUID(7, low), 10))
                                .distinct())
                .hasSizeGreaterThan(900);
    }

    @Test
    void plansTheSameForTheSameDelivery() {
        assertThat(delay(ID, 5)).isEqualTo(delay(ID, 5));
        assertThat(delay(ID, 5)).isNotEqualTo(delay(new UUID(1, 1), 5));
    }

    @Test
    void leavesTheReceiverAloneAsLongAsItAsked() {
        assertThat(PLAN.next(ID, 1, NOW, NOW, Duration.ofSeconds(90)))
                .contains(NOW.plusSeconds(90));
    }

    @Test
    void doesNotLetTheReceiverPutItOffForLong() {
        assertThat(PLAN.next(ID, 1, NOW, NOW, Duration.ofDays(365)))
                .contains(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void givesUpAfterTheLastAttempt() {
        assertThat(PLAN.next(ID, 199, NOW, NOW, Duration.ZERO)).isPresent();
        assertThat(PLAN.next(ID, 200, NOW, NOW, Duration.ZERO)).isEmpty();
    }

    @Test
    void givesUpWhenTheNextAttemptWouldBeTooLate() {
        Instant created = NOW.minus(Duration.ofDays(1));

        assertThat(PLAN.next(ID, 1, created.plusSeconds(2), NOW, Duration.ZERO)).isPresent();
        assertThat(PLAN.next(ID, 1, created, NOW, Duration.ZERO)).isEmpty();
    }

    private static Duration delay(UUID id, int attempts) {
        return Duration.between(
                NOW, PLAN.next(id, attempts, NOW, NOW, Duration.ZERO).orElseThrow());
    }
}
