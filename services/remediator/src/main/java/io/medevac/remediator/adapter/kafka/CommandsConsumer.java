package io.medevac.remediator.adapter.kafka;

import io.medevac.events.OperatorCommand;
import io.medevac.messaging.EventReceiver;
import io.medevac.remediator.application.ObeyCommand;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.InstantSource;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The commands topic. */
@ApplicationScoped
public class CommandsConsumer {
    private final EventReceiver receiver;
    private final ObeyCommand obey;
    private final InstantSource clock;

    CommandsConsumer(EventReceiver receiver, ObeyCommand obey, InstantSource clock) {
        this.receiver = receiver;
        this.obey = obey;
        this.clock = clock;
    }

    @Incoming("commands")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    if (event instanceof OperatorCommand command) {
                        Commands.of(command, clock.instant()).ifPresent(obey::on);
                    }
                });
    }
}
