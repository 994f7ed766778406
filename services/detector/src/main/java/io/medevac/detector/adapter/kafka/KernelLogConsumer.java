package io.medevac.detector.adapter.kafka;

import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.application.TakeInKernelLog.Taken;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.messaging.EventReceiver;
import io.medevac.messaging.LogContext;
import io.smallrye.common.annotation.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
    private final Duration bootTimeout;

    KernelLogConsumer(
            EventReceiver receiver,
            TakeInKernelLog takeIn,
            InstantSource clock,
            DetectorConfig config) {
        this.receiver = receiver;
        this.takeIn = takeIn;
        this.clock = clock;
        this.bootTimeout = config.bootTimeout();
    }

    @Incoming("kernel-log")
    @Blocking
    void consume(ConsumerRecord<byte[], byte[]> record) {
        receiver.receiveForeign(record, this::on);
    }

    private void on(ConsumerRecord<byte[], byte[]> record) {
        KernelRecord kernel = KernelRecord.of(record.key(), record.value());
        Instant sentAt = Instant.ofEpochMilli(record.timestamp());
        List<RawLine> lines = new ArrayList<>();
        for (String line : kernel.lines()) {
            lines.add(new RawLine(record.offset(), lines.size(), sentAt, kernel.kernel(), line));
        }
        String origin = "kafka:" + record.topic() + "/" + record.partition();
        // An old record may be followed by another boot that is still unread.
        boolean fresh = sentAt.plus(bootTimeout).isAfter(clock.instant());
        try {
            LogContext.set(null, kernel.node());
            Taken taken =
                    takeIn.on(
                            new RawChunk(
                                    Source.TOPIC,
                                    origin,
                                    kernel.node(),
                                    origin,
                                    null,
                                    record.offset() + 1,
                                    fresh,
                                    false,
                                    lines));
            LOG.debugf("kernel record: offset=%d %s", record.offset(), taken);
        } finally {
            MDC.clear();
        }
    }
}
