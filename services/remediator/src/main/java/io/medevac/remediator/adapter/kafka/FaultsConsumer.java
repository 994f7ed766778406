package io.medevac.remediator.adapter.kafka;

import io.medevac.events.GpuFault;
import io.medevac.messaging.EventReceiver;
import io.medevac.remediator.application.OpenOrJoinIncident;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The faults topic. */
@ApplicationScoped
public class FaultsConsumer {
    private final EventReceiver receiver;
    private final OpenOrJoinIncident openOrJoin;

    FaultsConsumer(EventReceiver receiver, OpenOrJoinIncident openOrJoin) {
        this.receiver = receiver;
        this.openOrJoin = openOrJoin;
    }

    @Incoming("faults")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    if (event instanceof GpuFault fault) {
                        openOrJoin.on(Facts.of(fault));
                    }
                });
    }
}
