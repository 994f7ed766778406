package io.medevac.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

/** A handler that never ends (field report B47). */
class HandlingProgressTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final HandlingProgress progress = new HandlingProgress(new Minute());
    private final ConsumerRecord<byte[], byte[]> record =
            new ConsumerRecord<>("medevac.nodes.v1", 3, 17, new byte[0], new byte[0]);

    @Test
    void isAliveWhileNothingIsHandled() {
        assertThat(progress.at(MINUTE).getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void isNotAliveWhenARecordIsHandledForTooLong() {
        progress.begin(record, 0);

        assertThat(progress.at(MINUTE).getStatus()).isEqualTo(Status.UP);
        HealthCheckResponse late = progress.at(MINUTE + 1);

        assertThat(late.getStatus()).isEqualTo(Status.DOWN);
        assertThat(late.getData().orElseThrow())
                .containsEntry(
                        "reason",
                        "handled for more than 60 s: topic=medevac.nodes.v1 partition=3 offset=17");
    }

    @Test
    void isAliveWhileARecordIsTriedAgain() {
        progress.begin(record, 0);
        progress.end(record);
        progress.begin(record, MINUTE);

        assertThat(progress.at(MINUTE * 2).getStatus()).isEqualTo(Status.UP);
    }

    private static final class Minute implements MessagingConfig {
        @Override
        public String cluster() {
            return "test";
        }

        @Override
        public URI registryUrl() {
            return URI.create("http://localhost");
        }

        @Override
        public int processedEventDays() {
            return 45;
        }

        @Override
        public Duration handlingTimeout() {
            return Duration.ofMinutes(1);
        }
    }
}
