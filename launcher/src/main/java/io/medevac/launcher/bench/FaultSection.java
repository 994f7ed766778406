package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Wait;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.stack.DetectorStack;
import io.medevac.wire.EventCodec;
import io.medevac.wire.SchemaRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Faults of many nodes at once, from the kernel log topic to the topic of faults: of one half of
 * the nodes by processes that have told no fault yet, of the other half by those that have, and of
 * all of them with the detector killed half-way. The floor is as many records of the size of a
 * fault, written and read by plain clients.
 */
final class FaultSection {
    private static final int PER_NODE = 5;
    private static final double GOAL = 5_000;
    private static final int PAYLOAD = 500;
    private static final Duration WITHIN = Duration.ofMinutes(4);

    /** As the local stack's supervisor, which looks twice a second. */
    private static final Duration MISSED_AFTER = Duration.ofMillis(500);

    private static final Duration POLL = Duration.ofMillis(20);
    private static final String CLIENTS = "plain producer and consumer";
    private static final String NOT_SENT = "the records are not sent";

    private final DetectorStack stack;
    private final Kafka kafka;
    private final NodeObjects nodes;
    private final Consumer<String> out;

    FaultSection(DetectorStack stack, NodeObjects nodes, Consumer<String> out) {
        this.stack = stack;
        this.kafka = new Kafka(stack);
        this.nodes = nodes;
        this.out = out;
    }

    List<Figure> measure() throws InterruptedException {
        int half = nodes.number() / 2;
        Share first = new Share(0, half, 0);
        Share second = new Share(half, nodes.number(), 0);
        Share all = new Share(0, nodes.number(), PER_NODE);
        out.accept("faults: %,d of %,d nodes, the first ones …".formatted(first.faults(), half));
        Outcome cold = run(first, () -> {});
        out.accept("faults: %,d of as many other nodes …".formatted(second.faults()));
        double before = ProcessCpu.seconds(stack.detectorPid());
        Outcome warm = run(second, () -> {});
        double cpu = ProcessCpu.seconds(stack.detectorPid()) - before;
        out.accept("faults: %,d, the detector killed half-way …".formatted(all.faults()));
        Outcome killed = run(all, this::killAndStart);
        out.accept("faults: the bare clients …");
        double floor = all.faults() / floor(all.faults());
        int number = all.faults();
        int incidents = cold.incidents() + warm.incidents() + killed.incidents();
        return List.of(
                Figure.rate(
                        "actionable faults from topic to topic",
                        second.faults() / warm.seconds(),
                        CLIENTS,
                        floor,
                        GOAL),
                Figure.rate(
                        "the same, the first ones since the start of all processes",
                        first.faults() / cold.seconds(),
                        CLIENTS,
                        floor,
                        GOAL),
                Figure.fact(
                        "the same for each second of the detector's own processor time",
                        "%,.0f/s".formatted(second.faults() / cpu),
                        "",
                        true),
                Figure.fact(
                        "the same with the detector killed by `kill -9` half-way, its restart included",
                        "%,.0f/s".formatted(number / killed.seconds()),
                        "",
                        true),
                Figure.fact(
                        "of those: lost, doubled, incidents too many, not bound to a boot",
                        "%d, %d, %d, %d (%d events came twice with the same identity)"
                                .formatted(
                                        number - killed.places(),
                                        killed.faults() - killed.places(),
                                        incidents - nodes.number(),
                                        killed.unbound(),
                                        killed.repeated()),
                        "none",
                        killed.places() == number
                                && killed.faults() == number
                                && incidents == nodes.number()
                                && killed.unbound() == 0));
    }

    /**
     * Faults that are sent: {@value #PER_NODE} devices of each of these nodes.
     *
     * @param from first node
     * @param to node after the last one
     */
    private record Share(int from, int to, int firstDevice) {
        int faults() {
            return (to - from) * PER_NODE;
        }
    }

    /** What happens when half of the faults are there. */
    private interface HalfWay {
        void happens() throws InterruptedException;
    }

    /**
     * One run.
     *
     * @param seconds from the first line sent to the last fault read
     */
    private record Outcome(
            double seconds, int places, int faults, int incidents, int repeated, int unbound) {}

    private Outcome run(Share share, HalfWay halfWay) throws InterruptedException {
        int number = share.faults();
        EventCodec codec = new EventCodec(new SchemaRegistry(stack.registryUrl()));
        try (FaultReader reader = new FaultReader(kafka.reader(Kafka.FAULTS), codec)) {
            long begun = System.nanoTime();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(share));
            reader.readUntil(
                    () -> reader.places() >= number / 2 || sending.isCompletedExceptionally(),
                    WITHIN);
            halfWay.happens();
            reader.readUntil(
                    () -> reader.places() >= number || sending.isCompletedExceptionally(), WITHIN);
            double seconds = (System.nanoTime() - begun) / 1e9;
            Kafka.done(sending, NOT_SENT);
            long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            reader.readUntil(() -> System.nanoTime() - until > 0, WITHIN);
            return new Outcome(
                    seconds,
                    reader.places(),
                    reader.faults(),
                    reader.incidents(),
                    reader.repeated(),
                    reader.unbound());
        }
    }

    private void send(Share share) {
        try (KafkaProducer<byte[], byte[]> shipper = kafka.shipper()) {
            int end = share.firstDevice() + PER_NODE;
            for (int device = share.firstDevice(); device < end; device++) {
                String line =
                        "[ 1234.567890] " + KernelLine.xid(79, "0000:%02x:00".formatted(device));
                Kafka.sendAll(
                        shipper,
                        IntStream.range(share.from(), share.to())
                                .mapToObj(node -> Kafka.record(nodes.name(node), line)));
            }
        }
    }

    private void killAndStart() throws InterruptedException {
        stack.killDetector();
        Wait.pause(MISSED_AFTER);
        stack.startDetector();
    }

    /** Seconds for as many records of the same size. */
    private double floor(int number) {
        byte[] payload = new byte[PAYLOAD];
        try (KafkaConsumer<byte[], byte[]> reader = kafka.reader(Kafka.DEAD_LETTERS);
                KafkaProducer<byte[], byte[]> writer = kafka.deadLetters()) {
            long begun = System.nanoTime();
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(
                            () ->
                                    Kafka.sendAll(
                                            writer,
                                            Stream.generate(() -> deadLetter(payload))
                                                    .limit(number)));
            int read = 0;
            while (read < number && !sending.isCompletedExceptionally()) {
                read += reader.poll(POLL).count();
                if (System.nanoTime() - begun > WITHIN.toNanos()) {
                    throw new CommandFailure("Kafka does not give back what it was given");
                }
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Kafka.done(sending, NOT_SENT);
            return seconds;
        }
    }

    private static ProducerRecord<byte[], byte[]> deadLetter(byte[] payload) {
        return new ProducerRecord<>(Kafka.DEAD_LETTERS, payload);
    }
}
