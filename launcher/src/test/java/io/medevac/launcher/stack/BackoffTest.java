package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff();
    private Instant now = Instant.parse("2026-11-29T12:00:00Z");

    @Test
    void waitsLongerEachTimeUpToHalfAMinute() {
        Duration first = die();
        Duration second = die();
        Duration last = second;
        for (int i = 0; i < 20; i++) {
            last = die();
        }

        assertThat(first).isEqualTo(Duration.ofMillis(200));
        assertThat(second).isEqualTo(Duration.ofMillis(400));
        assertThat(last).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void forgetsAfterAMinuteOfLife() {
        die();
        die();
        now = now.plusSeconds(120);

        assertThat(die()).isEqualTo(Duration.ofMillis(200));
    }

    private Duration die() {
        Duration wait = backoff.next(now);
        now = now.plus(wait);
        return wait;
    }
}
