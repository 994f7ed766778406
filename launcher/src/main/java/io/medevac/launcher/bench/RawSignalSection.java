package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.DetectorStack;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Lines on the kernel log topic, one a record, one in a thousand of a driver, until the detector
 * has decided about each. The floor is a plain consumer that only reads the same records.
 */
final class RawSignalSection implements AutoCloseable {
    private static final int WARM_UP = 600_000;
    private static final int LINES = 1_000_000;
    private static final double GOAL = 50_000;
    private static final Duration WITHIN = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String METER = "medevac_detector_lines_total{source=\"topic\"}";

    private static final Duration LOOK_AGAIN = Duration.ofMillis(400);

    private final Meters meters;
    private final DetectorStack stack;
    private final Kafka kafka;
    private final NodeObjects nodes;
    private final Consumer<String> out;

    RawSignalSection(DetectorStack stack, NodeObjects nodes, Consumer<String> out) {
        this.stack = stack;
        this.meters = new Meters(stack);
        this.kafka = new Kafka(stack);
        this.nodes = nodes;
        this.out = out;
    }

    List<Figure> measure() throws InterruptedException {
        out.accept("raw signals: %,d lines to warm up …".formatted(WARM_UP));
        KernelLogSample sample = new KernelLogSample(1);
        send(sample, WARM_UP);
        out.accept("raw signals: %,d lines …".formatted(LINES));
        try (KafkaConsumer<byte[], byte[]> reader = kafka.reader(Kafka.KERNEL_LOG)) {
            double cpuBefore = ProcessCpu.seconds(stack.detectorPid());
            long begun = System.nanoTime();
            send(sample, LINES);
            double wall = (System.nanoTime() - begun) / 1e9;
            double cpu = ProcessCpu.seconds(stack.detectorPid()) - cpuBefore;
            double floor = readAll(reader);
            return List.of(
                    Figure.rate(
                            "raw signals from topic to verdict, for each second of processor time",
                            LINES / cpu,
                            "plain consumer",
                            LINES / floor,
                            GOAL),
                    Figure.fact(
                            "the same by the clock, with producer and broker on the same cores",
                            "%,.0f/s".formatted(LINES / wall),
                            "",
                            true));
        }
    }

    private void send(KernelLogSample sample, int lines) throws InterruptedException {
        double target = taken() + lines;
        try (KafkaProducer<byte[], byte[]> shipper = kafka.shipper()) {
            Kafka.sendAll(
                    shipper,
                    IntStream.range(0, lines)
                            .mapToObj(i -> nodes.name(i % nodes.number()))
                            .map(node -> Kafka.record(node, sample.on(node).next())));
        }
        Wait.until("the detector has taken the lines in", WITHIN, () -> hasTaken(target));
    }

    /** Processor time that only reading takes. */
    private static double readAll(KafkaConsumer<byte[], byte[]> reader) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begun = threads.getCurrentThreadCpuTime();
        long end = System.nanoTime() + WITHIN.toNanos();
        int read = 0;
        while (read < LINES) {
            read += reader.poll(POLL).count();
            if (System.nanoTime() - end > 0) {
                throw new CommandFailure("Kafka does not give back what it was given");
            }
        }
        return (threads.getCurrentThreadCpuTime() - begun) / 1e9;
    }

    /** To tell it costs the detector time too: not too often. */
    private boolean hasTaken(double target) throws InterruptedException {
        Wait.pause(LOOK_AGAIN);
        return taken() >= target;
    }

    private double taken() throws InterruptedException {
        return meters.read().sum(METER);
    }

    @Override
    public void close() {
        meters.close();
    }
}
