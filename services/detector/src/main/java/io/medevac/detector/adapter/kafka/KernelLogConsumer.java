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
import io.medevac.messaging.LogContext;
import io.medevac.wire.PermanentFailure;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** The topic that log shippers fill with kernel lines. */
@ApplicationScoped
public class KernelLogConsumer {
    private static final Logger LOG = Logger.getLogger(KernelLogConsumer.class);

    private final EventReceiver receiver;
    private final TakeInKernelLog takeIn;
    private final InstantSource clock;
    private final LinesAside aside;
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
        this.clock = clock;
        this.aside = aside;
        this.bootTimeout = config.bootTimeout();
        this.compareHosts = config.kernelLog().compareHosts();
    }

    @Incoming("kernel-log")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receiveForeign(record, this::on);
    }

    private void on(ConsumerRecord<byte[], byte[]> record) {
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
        lines.nodes().forEach(node -> takeIn(record, node, lines));
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

    private void takeIn(ConsumerRecord<byte[], byte[]> record, String node, NodeLines lines) {
        String origin = "kafka:" + record.topic() + "/" + record.partition();
        Instant freshAfter = clock.instant().minus(bootTimeout);
        try {
            LogContext.set(null, node);
            for (RawChunk chunk :
                    lines.of(node, Source.TOPIC, origin, origin, record.offset() + 1, freshAfter)) {
                LOG.debugf("kernel record: offset=%d %s", record.offset(), takeIn.on(chunk));
            }
        } finally {
            MDC.clear();
        }
    }
}
