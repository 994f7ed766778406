package io.medevac.detector.adapter.kafka;

import io.medevac.detector.adapter.shipped.LinesAside;
import io.medevac.detector.adapter.shipped.NodeLines;
import io.medevac.detector.adapter.shipped.ShippedRecord;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.messaging.EventReceiver;
import io.medevac.messaging.FailureClass;
import io.medevac.wire.PermanentFailure;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.reactive.messaging.kafka.KafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaRecordBatch;
import io.smallrye.reactive.messaging.kafka.api.IncomingKafkaRecordMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The topic that log shippers fill with kernel lines. What one poll brings is taken in together:
 * nearly all of it says nothing, and what does costs one transaction for all. A record that can
 * never be taken in is put aside alone.
 */
@ApplicationScoped
public class KernelLogConsumer {
    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    private final EventReceiver receiver;
    private final TakeInKernelLog takeIn;
    private final LinesAside aside;
    private final InstantSource clock;
    private final Duration bootTimeout;
    private final boolean compareHosts;

    KernelLogConsumer(
            EventReceiver receiver,
            TakeInKernelLog takeIn,
            LinesAside aside,
            InstantSource clock,
            DetectorConfig config) {
        this.receiver = receiver;
        this.takeIn = takeIn;
        this.aside = aside;
        this.clock = clock;
        this.bootTimeout = config.bootTimeout();
        this.compareHosts = config.kernelLog().compareHosts();
    }

    /** Acknowledged when each record of it is stored or put aside. */
    @Incoming("kernel-log")
    @Blocking
    CompletionStage<Void> consume(KafkaRecordBatch<byte[], byte[]> batch) {
        Refused refused = new Refused();
        try {
            for (List<Heard> round : Heard.rounds(heard(batch, refused))) {
                takeIn(round, refused);
            }
        } catch (RuntimeException e) {
            return batch.nack(e);
        }
        return refused.putAside().thenCompose(nothing -> batch.ack());
    }

    private List<Heard> heard(KafkaRecordBatch<byte[], byte[]> batch, Refused refused) {
        // An old line may be followed by another boot that is still unread.
        Instant freshAfter = clock.instant().minus(bootTimeout);
        List<Heard> heard = new ArrayList<>();
        for (KafkaRecord<byte[], byte[]> message : batch) {
            ConsumerRecord<byte[], byte[]> record = record(message);
            try {
                for (RawChunk chunk : chunks(record, freshAfter)) {
                    heard.add(new Heard(message, record, chunk));
                }
            } catch (PermanentFailure e) {
                refused.add(message, e);
            }
        }
        return heard;
    }

    private List<RawChunk> chunks(ConsumerRecord<byte[], byte[]> record, Instant freshAfter) {
        NodeLines lines = new NodeLines(compareHosts, Instant.ofEpochMilli(record.timestamp()));
        boolean placed =
                lines.add(
                        read(record),
                        (number, at, kernel, text) ->
                                new RawLine(record.offset(), number, at, kernel, text));
        if (!placed && lines.contradiction().isEmpty()) {
            throw new PermanentFailure(
                    "kernel record names no node, in no field, in no line nor as key");
        }
        aside.tell(lines);
        String origin = "kafka:" + record.topic() + "/" + record.partition();
        List<RawChunk> chunks = new ArrayList<>();
        for (String node : lines.nodes()) {
            chunks.addAll(
                    lines.of(node, Source.TOPIC, origin, origin, record.offset() + 1, freshAfter));
        }
        return chunks;
    }

    private static ShippedRecord read(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            throw new PermanentFailure("kernel record without a value");
        }
        Optional<String> keyed =
                record.key() == null
                        ? Optional.empty()
                        : ShippedRecord.nodeOfKey(
                                new String(record.key(), StandardCharsets.UTF_8).strip());
        return ShippedRecord.of(new String(record.value(), StandardCharsets.UTF_8), keyed);
    }

    private void takeIn(List<Heard> round, Refused refused) {
        try {
            receiver.receiveForeign(
                    round.stream().map(Heard::record).toList(),
                    records -> takeIn.onAll(Heard.chunks(round)));
        } catch (RuntimeException e) {
            if (FailureClass.of(e) == FailureClass.TRANSIENT) {
                throw e;
            }
            if (round.size() > 1) {
                round.forEach(one -> takeIn(List.of(one), refused));
            } else {
                refused.add(round.getFirst().message(), e);
            }
        }
    }

    /** A class names no type arguments; those of the record are those of its message. */
    @SuppressWarnings("unchecked")
    private static ConsumerRecord<byte[], byte[]> record(KafkaRecord<byte[], byte[]> message) {
        IncomingKafkaRecordMetadata<byte[], byte[]> metadata =
                message.getMetadata(IncomingKafkaRecordMetadata.class).orElseThrow();
        return metadata.getRecord();
    }

    /** Records that can never be taken in, and why. */
    private static final class Refused {
        private final List<KafkaRecord<byte[], byte[]>> messages = new ArrayList<>();
        private final List<RuntimeException> reasons = new ArrayList<>();

        void add(KafkaRecord<byte[], byte[]> message, RuntimeException reason) {
            if (!messages.contains(message)) {
                messages.add(message);
                reasons.add(reason);
            }
        }

        /** One after the other, so that the dead letters are in the order of the records. */
        CompletionStage<Void> putAside() {
            CompletionStage<Void> done = DONE;
            for (int i = 0; i < messages.size(); i++) {
                KafkaRecord<byte[], byte[]> message = messages.get(i);
                RuntimeException reason = reasons.get(i);
                done = done.thenCompose(nothing -> message.nack(reason));
            }
            return done;
        }
    }
}
