package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutboxRetentionTest {
    private static final Duration REMEMBERED = Duration.ofDays(45);

    @Test
    void isShorterThanConsumersRemember() {
        assertThatCode(() -> check(Duration.ofDays(45).minusSeconds(1), 1000))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> check(Duration.ofDays(45), 1000))
                .hasMessageContaining("medevac.outbox.retention")
                .hasMessageContaining("medevac.messaging.processed-event-days (45)");
    }

    @Test
    void hasALeastAgeAndALeastNumber() {
        assertThatThrownBy(() -> check(Duration.ofSeconds(59), 1000))
                .hasMessageContaining("1 minute or more");
        assertThatThrownBy(() -> check(Duration.ofHours(1), 999))
                .hasMessageContaining("medevac.outbox.max-rows is 999");
    }

    private static void check(Duration retention, int maxRows) {
        OutboxRetention.check(
                new OutboxConfig() {
                    @Override
                    public Duration retention() {
                        return retention;
                    }

                    @Override
                    public int maxRows() {
                        return maxRows;
                    }
                },
                REMEMBERED);
    }
}
