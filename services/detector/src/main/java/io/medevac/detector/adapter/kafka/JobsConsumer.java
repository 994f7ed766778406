package io.medevac.detector.adapter.kafka;

import io.medevac.detector.application.TakeInDrainReason;
import io.medevac.detector.application.TakeInDrainReason.Reason;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.messaging.EventReceiver;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The jobs topic: the detector only hears why Slurm nodes are closed. */
@ApplicationScoped
public class JobsConsumer {
    private final EventReceiver receiver;
    private final TakeInDrainReason takeIn;

    JobsConsumer(EventReceiver receiver, TakeInDrainReason takeIn) {
        this.receiver = receiver;
        this.takeIn = takeIn;
    }

    @Incoming("jobs")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    if (event instanceof SlurmNodeClosed closed) {
                        takeIn.on(reason(closed));
                    }
                });
    }

    private static Reason reason(SlurmNodeClosed closed) {
        return new Reason(
                closed.getHeader().getNode(),
                closed.getSlurmNode(),
                closed.getReason(),
                closed.getSetBy(),
                closed.getSetAt());
    }
}
