package io.medevac.launcher.bench;

import io.medevac.events.GpuFault;
import io.medevac.launcher.CommandFailure;
import io.medevac.wire.EventCodec;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Reads faults as they arrive, and keeps account of them by node and device. */
final class FaultReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(20);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final EventCodec codec;
    private final Map<Place, Long> arrivals = new HashMap<>();
    private final Set<UUID> events = new HashSet<>();
    private int incidents;
    private int repeated;
    private int unbound;

    FaultReader(KafkaConsumer<byte[], byte[]> consumer, EventCodec codec) {
        this.consumer = consumer;
        this.codec = codec;
    }

    /**
     * What a line was about.
     *
     * @param pci address of the device
     */
    record Place(String node, String pci) {}

    /**
     * Reads on until it is enough.
     *
     * @throws CommandFailure when it is not within the time
     */
    void readUntil(BooleanSupplier enough, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (!enough.getAsBoolean()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(record);
            }
            if (System.nanoTime() - end > 0) {
                throw new CommandFailure(
                        "only %d faults within %d s"
                                .formatted(arrivals.size(), within.toSeconds()));
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (codec.decode(record.value()) instanceof GpuFault fault) {
            if (!events.add(fault.getHeader().getEventId())) {
                repeated++;
                return;
            }
            Place place =
                    new Place(fault.getHeader().getNode(), fault.getFault().getGpu().getPci());
            arrivals.putIfAbsent(place, System.nanoTime());
            incidents += fault.getOpensIncident() ? 1 : 0;
            unbound += fault.getMachine().getBootId() == null ? 1 : 0;
        }
    }

    /** When the first fault of each place was read ({@link System#nanoTime}). */
    Map<Place, Long> arrivals() {
        return arrivals;
    }

    /** Places that a fault was told of. */
    int places() {
        return arrivals.size();
    }

    /** Those of them on these nodes. */
    long placesOf(Collection<String> nodes) {
        return arrivals.keySet().stream().filter(place -> nodes.contains(place.node())).count();
    }

    /** Different faults. */
    int faults() {
        return events.size();
    }

    /** Incidents that were opened. */
    int incidents() {
        return incidents;
    }

    /** Times that an event came again, with the same identity: its readers pass over it. */
    int repeated() {
        return repeated;
    }

    /** Faults that could not be bound to a boot. */
    int unbound() {
        return unbound;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
