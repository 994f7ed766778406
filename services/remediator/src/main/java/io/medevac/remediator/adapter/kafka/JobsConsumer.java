package io.medevac.remediator.adapter.kafka;

import io.medevac.events.EventHeader;
import io.medevac.messaging.EventReceiver;
import io.medevac.remediator.application.RecordFact;
import io.medevac.wire.EventTypes;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The jobs topic. */
@ApplicationScoped
public class JobsConsumer {
    private final EventReceiver receiver;
    private final RecordFact recordFact;

    JobsConsumer(EventReceiver receiver, RecordFact recordFact) {
        this.receiver = receiver;
        this.recordFact = recordFact;
    }

    @Incoming("jobs")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(record, this::on);
    }

    private void on(SpecificRecord event) {
        EventHeader header = EventTypes.headerOf(event);
        Facts.of(event)
                .ifPresent(fact -> recordFact.on(Facts.incident(header), header.getNode(), fact));
    }
}
