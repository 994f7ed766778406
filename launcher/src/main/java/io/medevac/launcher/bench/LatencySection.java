package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.bench.FaultReader.Place;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.stack.DetectorStack;
import io.medevac.wire.EventCodec;
import io.medevac.wire.SchemaRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * From a line written to its fault read from the topic, at a thousand lines a second of which two
 * report a fault: through a followed file and through the topic. The floor is a plain record from a
 * producer to a consumer.
 */
final class LatencySection {
    private static final int LINES_A_SECOND = 1_000;
    private static final int FAULT_EVERY = 500;
    private static final int SECONDS = 60;
    private static final int WARM_UP_SECONDS = 15;

    /** So many speak in turn: an incident tells no more than some dozens of devices apart. */
    private static final int NODES = 10;

    private static final int FLOOR_TIMES = 200;
    private static final long GOAL_MILLIS = 100;
    private static final Duration WITHIN = Duration.ofSeconds(30);

    private final DetectorStack stack;
    private final Kafka kafka;
    private final Home home;
    private final NodeObjects nodes;
    private final Consumer<String> out;

    LatencySection(DetectorStack stack, Home home, NodeObjects nodes, Consumer<String> out) {
        this.stack = stack;
        this.kafka = new Kafka(stack);
        this.home = home;
        this.nodes = nodes;
        this.out = out;
    }

    /** Where lines of a node are written to. */
    private interface Sink {
        void write(String node, String line);
    }

    List<Figure> measure() throws InterruptedException {
        out.accept("delay: the bare clients …");
        Percentiles floor = floor();
        out.accept("delay: a minute through the topic …");
        Percentiles topic;
        try (KafkaProducer<byte[], byte[]> shipper = kafka.promptShipper()) {
            AtomicReference<Future<RecordMetadata>> last = new AtomicReference<>();
            topic = run(names(0), (node, line) -> last.set(shipper.send(Kafka.record(node, line))));
            Kafka.sent(last.get());
        }
        out.accept("delay: a minute through a followed file …");
        Percentiles file = throughFiles(names(NODES));
        String of = "bare record";
        return List.of(
                Figure.delay(
                        "line on the topic to its fault, at 1,000 lines/s",
                        topic,
                        of,
                        floor,
                        GOAL_MILLIS),
                Figure.delay(
                        "line in a followed file to its fault, at 1,000 lines/s",
                        file,
                        of,
                        floor,
                        GOAL_MILLIS));
    }

    private Percentiles throughFiles(List<String> names) {
        Map<String, FileChannel> logs = new HashMap<>();
        try {
            for (String name : names) {
                logs.put(name, log(name));
            }
            return run(names, (node, line) -> append(logs.get(node), line));
        } catch (IOException e) {
            throw new CommandFailure("a kernel log cannot be written: " + e.getMessage(), e);
        } finally {
            logs.values().forEach(LatencySection::close);
        }
    }

    private static void close(FileChannel log) {
        try {
            log.close();
        } catch (IOException e) {
            throw new CommandFailure("a kernel log cannot be closed: " + e.getMessage(), e);
        }
    }

    private List<String> names(int first) {
        return IntStream.range(first, first + NODES).mapToObj(nodes::name).toList();
    }

    private Percentiles run(List<String> names, Sink sink) {
        EventCodec codec = new EventCodec(new SchemaRegistry(stack.registryUrl()));
        int faults = (WARM_UP_SECONDS + SECONDS) * LINES_A_SECOND / FAULT_EVERY;
        try (FaultReader reader = new FaultReader(kafka.reader(Kafka.FAULTS), codec)) {
            CompletableFuture<Map<Place, Long>> writing =
                    CompletableFuture.supplyAsync(() -> write(names, sink));
            reader.readUntil(
                    () -> reader.placesOf(names) >= faults || writing.isCompletedExceptionally(),
                    Duration.ofSeconds(WARM_UP_SECONDS + SECONDS).plus(WITHIN));
            Map<Place, Long> written = Kafka.done(writing, "the lines are not written");
            return new Percentiles(delays(written, reader.arrivals()));
        }
    }

    private static List<Duration> delays(Map<Place, Long> written, Map<Place, Long> arrivals) {
        List<Duration> delays = new ArrayList<>();
        written.forEach(
                (place, at) -> {
                    Long arrival = arrivals.get(place);
                    if (arrival == null) {
                        throw new CommandFailure("there was no fault of " + place);
                    }
                    delays.add(Duration.ofNanos(arrival - at));
                });
        return delays;
    }

    /** Returns when each of the measured faults was written. */
    private static Map<Place, Long> write(List<String> names, Sink sink) {
        KernelLogSample noise = new KernelLogSample(1);
        Map<Place, Long> written = new HashMap<>();
        long begun = System.nanoTime();
        int warm = WARM_UP_SECONDS * LINES_A_SECOND;
        for (int i = 0; i < warm + SECONDS * LINES_A_SECOND; i++) {
            long due = begun + i * (1_000_000_000L / LINES_A_SECOND);
            for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                LockSupport.parkNanos(due - now);
            }
            int fault = i / FAULT_EVERY;
            String node = names.get(fault % NODES);
            if (i % FAULT_EVERY != FAULT_EVERY - 1) {
                sink.write(node, noise.on(node).noise());
                continue;
            }
            String pci = "0001:%02x:00".formatted(fault);
            String line = "[ 1234.567890] " + KernelLine.xid(79, pci);
            if (i >= warm) {
                written.put(new Place(node, pci), System.nanoTime());
            }
            sink.write(node, line);
        }
        return written;
    }

    private Percentiles floor() throws InterruptedException {
        List<Duration> took = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> reader = kafka.reader(Kafka.KERNEL_LOG);
                KafkaProducer<byte[], byte[]> shipper = kafka.promptShipper()) {
            for (int i = 0; i < FLOOR_TIMES; i++) {
                long begun = System.nanoTime();
                Kafka.sent(shipper.send(Kafka.record(nodes.name(0), "nothing happened")));
                while (reader.poll(WITHIN).isEmpty()) {
                    if (System.nanoTime() - begun > WITHIN.toNanos()) {
                        throw new CommandFailure("Kafka does not give back what it was given");
                    }
                }
                took.add(Duration.ofNanos(System.nanoTime() - begun));
            }
        }
        return new Percentiles(took);
    }

    private FileChannel log(String node) throws IOException {
        Path file = home.kernelLog(node);
        Files.createDirectories(file.getParent());
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void append(FileChannel log, String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                log.write(bytes);
            }
        } catch (IOException e) {
            throw new CommandFailure("a kernel log cannot be written: " + e.getMessage(), e);
        }
    }
}
