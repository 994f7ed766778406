package io.medevac.slurmbridge.adapter.kafka;

import io.medevac.events.IncidentClosed;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.NodeReplaced;
import io.medevac.messaging.EventReceiver;
import io.medevac.slurmbridge.application.TakeEvents;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Topic {@code medevac.nodes.v1}: what the remediator did. */
@ApplicationScoped
class NodesConsumer {
    private final EventReceiver receiver;
    private final TakeEvents take;

    NodesConsumer(EventReceiver receiver, TakeEvents take) {
        this.receiver = receiver;
        this.take = take;
    }

    @Incoming("nodes")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(record, this::dispatch);
    }

    private void dispatch(SpecificRecord event) {
        switch (event) {
            case NodeQuarantined e -> take.quarantined(NodeEventMapper.subject(e));
            case NodeReplaced e ->
                    take.replaced(
                            NodeEventMapper.incident(e.getHeader()),
                            NodeEventMapper.replacement(e));
            case NodeReleased e ->
                    take.released(
                            e.getHeader().getEventId(),
                            NodeEventMapper.incident(e.getHeader()),
                            e.getReason());
            case IncidentClosed e ->
                    take.closed(
                            e.getHeader().getEventId(),
                            NodeEventMapper.incident(e.getHeader()),
                            "incident closed: " + e.getReason());
            default -> {}
        }
    }
}
