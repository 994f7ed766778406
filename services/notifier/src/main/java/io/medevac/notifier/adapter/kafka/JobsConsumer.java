package io.medevac.notifier.adapter.kafka;

import io.medevac.messaging.EventReceiver;
import io.medevac.notifier.application.TellPeople;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Takes in the topic {@code medevac.jobs.v1}. */
@ApplicationScoped
class JobsConsumer {

    private final EventReceiver receiver;
    private final TellPeople tell;

    JobsConsumer(EventReceiver receiver, TellPeople tell) {
        this.receiver = receiver;
        this.tell = tell;
    }

    @Incoming("jobs")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receive(record, event -> NewsMapper.news(event).ifPresent(tell::of));
    }
}
