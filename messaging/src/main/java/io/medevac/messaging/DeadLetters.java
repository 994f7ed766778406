package io.medevac.messaging;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaConnectorIncomingConfiguration;
import io.smallrye.reactive.messaging.kafka.KafkaConsumer;
import io.smallrye.reactive.messaging.kafka.fault.KafkaFailureHandler;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.BiConsumer;
import org.eclipse.microprofile.reactive.messaging.Metadata;
import org.jboss.logging.Logger;

/**
 * Failure strategy {@code medevac}: a record that can never be handled goes to its dead-letter
 * topic (headers {@code dead-letter-reason}, {@code -topic}, {@code -partition}, {@code -offset})
 * and the partition goes on; a record that was given up only because the service stops is neither
 * acknowledged nor put aside, so the next start reads it again.
 */
final class DeadLetters implements KafkaFailureHandler {
    private static final Logger LOG = Logger.getLogger(DeadLetters.class);

    private final KafkaFailureHandler queue;

    private DeadLetters(KafkaFailureHandler queue) {
        this.queue = queue;
    }

    @Override
    public <K, V> Uni<Void> handle(
            IncomingKafkaRecord<K, V> record, Throwable reason, Metadata metadata) {
        if (FailureClass.of(reason) == FailureClass.TRANSIENT) {
            return Uni.createFrom().nothing();
        }
        LOG.errorf(
                "MEDEVAC-DLQ record put aside: topic=%s partition=%d offset=%d reason=%s",
                record.getTopic(), record.getPartition(), record.getOffset(), reason.getMessage());
        return queue.handle(record, reason, metadata);
    }

    @Override
    public void terminate() {
        queue.terminate();
    }

    /** Makes the strategy for each channel. */
    @ApplicationScoped
    @Identifier("medevac")
    static class Factory implements KafkaFailureHandler.Factory {
        private final KafkaFailureHandler.Factory queues;

        Factory(@Identifier("dead-letter-queue") KafkaFailureHandler.Factory queues) {
            this.queues = queues;
        }

        @Override
        public KafkaFailureHandler create(
                KafkaConnectorIncomingConfiguration config,
                Vertx vertx,
                KafkaConsumer<?, ?> consumer,
                BiConsumer<Throwable, Boolean> reportFailure) {
            return new DeadLetters(queues.create(config, vertx, consumer, reportFailure));
        }
    }
}
