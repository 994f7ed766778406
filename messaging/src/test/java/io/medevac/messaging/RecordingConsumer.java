package io.medevac.messaging;

import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A consumer of the shape that every service has; keeps what it was given. */
@Singleton
class RecordingConsumer {
    final List<SpecificRecord> seen = new CopyOnWriteArrayList<>();
    volatile Consumer<SpecificRecord> before = event -> {};
    private final EventReceiver receiver;

    RecordingConsumer(EventReceiver receiver) {
        this.receiver = receiver;
    }

    @Incoming("nodes")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(
                record,
                event -> {
                    before.accept(event);
                    seen.add(event);
                });
    }
}
