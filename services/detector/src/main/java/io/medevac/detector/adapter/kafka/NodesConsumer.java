package io.medevac.detector.adapter.kafka;

import io.medevac.detector.application.CloseIncident;
import io.medevac.events.IncidentClosed;
import io.medevac.messaging.EventReceiver;
import io.medevac.wire.PermanentFailure;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The nodes topic: the detector only has to know which incidents are over. */
@ApplicationScoped
public class NodesConsumer {
    private final EventReceiver receiver;
    private final CloseIncident closeIncident;

    NodesConsumer(EventReceiver receiver, CloseIncident closeIncident) {
        this.receiver = receiver;
        this.closeIncident = closeIncident;
    }

    @Incoming("nodes")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    if (event instanceof IncidentClosed closed) {
                        closeIncident.on(closed.getHeader().getEventId(), incidentOf(closed));
                    }
                });
    }

    private static UUID incidentOf(IncidentClosed closed) {
        UUID incident = closed.getHeader().getIncidentId();
        if (incident == null) {
            throw new PermanentFailure("IncidentClosed without an incident");
        }
        return incident;
    }
}
