package io.medevac.remediator.adapter.kafka;

import io.medevac.events.OperatorCommand;
import io.medevac.messaging.EventReceiver;
import io.medevac.remediator.application.RecordCommand;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The commands topic. */
@ApplicationScoped
public class CommandsConsumer {
    private final EventReceiver receiver;
    private final RecordCommand recordCommand;

    CommandsConsumer(EventReceiver receiver, RecordCommand recordCommand) {
        this.receiver = receiver;
        this.recordCommand = recordCommand;
    }

    @Incoming("commands")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    if (event instanceof OperatorCommand command) {
                        recordCommand.on(
                                command.getCommand().name(),
                                command.getOperator(),
                                command.getHeader().getNode());
                    }
                });
    }
}
