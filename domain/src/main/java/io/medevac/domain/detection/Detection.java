package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From the lines of a kernel log to faults in incidents. */
public final class Detection {
    private final FaultCatalogue catalogue;
    private final Duration patience;

    /**
     * @param patience how long a signal waits for Kubernetes to show its boot
     */
    public Detection(FaultCatalogue catalogue, Duration patience) {
        this.catalogue = catalogue;
        this.patience = patience;
    }

    /**
     * Takes in a stretch of a log. Empty when the log has been read on from somewhere else (another
     * replica is ahead): then nothing of it may be stored, and the reader starts again from the
     * stored progress.
     *
     * @param stream name of the log
     * @param node what Kubernetes shows of the node; null when it has none or does not answer
     */
    public Optional<Outcome> takeIn(
            String stream, LogChunk chunk, Known known, @Nullable NodeSeen node, Instant now) {
        LogProgress progress = known.progress();
        if (progress != null
                && !progress.origin().equals(chunk.origin())
                && !progress.origin().equals(chunk.follows())) {
            return Optional.empty();
        }
        return Optional.of(new Intake(stream, chunk, known, node, now).run());
    }

    /**
     * Looks again at the signals of a node that wait for their boot.
     *
     * @param node what Kubernetes shows of the node; null when it has none or does not answer
     */
    public Review review(WaitingRoom room, @Nullable NodeSeen node, Instant now) {
        IncidentBook book = new IncidentBook(room.open());
        List<DetectedFault> faults = new ArrayList<>();
        List<WaitingSignal> still = new ArrayList<>();
        for (WaitingSignal waiting : room.waiting()) {
            KernelLogState state =
                    room.states().getOrDefault(waiting.stream(), KernelLogState.EMPTY);
            Optional<Machine> machine = state.boot().bind(node, null);
            if (state.boots() != waiting.boots()) {
                faults.add(book.enter(waiting.signal(), Machine.UNKNOWN));
            } else if (machine.isPresent()) {
                faults.add(book.enter(waiting.signal(), machine.get()));
            } else if (now.isBefore(waiting.until())) {
                still.add(waiting);
            } else {
                faults.add(book.enter(waiting.signal(), unbound(node)));
            }
        }
        return new Review(faults, still, book.changed());
    }

    private static Machine unbound(@Nullable NodeSeen node) {
        return node == null ? Machine.UNKNOWN : new Machine(node.uid(), null);
    }

    /**
     * What is stored about a log and its node.
     *
     * @param progress of the log; null at its first sight
     * @param open open incidents of the node
     * @param seen which of the chunk's signals have been taken in before
     */
    public record Known(@Nullable LogProgress progress, List<Incident> open, Set<UUID> seen) {}

    /**
     * What is stored about the signals of a node that wait.
     *
     * @param waiting the signals, in the order they came
     * @param states state of each log of the node, by its name
     * @param open open incidents of the node
     */
    public record WaitingRoom(
            List<WaitingSignal> waiting, Map<String, KernelLogState> states, List<Incident> open) {}

    /**
     * What to store and to tell.
     *
     * @param progress new progress of the log
     * @param faults to tell, in order
     * @param waiting to keep until Kubernetes shows their boot
     * @param incidents opened or joined
     */
    public record Outcome(
            LogProgress progress,
            List<DetectedFault> faults,
            List<WaitingSignal> waiting,
            List<Incident> incidents) {}

    /**
     * What became of the waiting signals.
     *
     * @param faults to tell, in order; they wait no longer
     * @param waiting those that still wait
     * @param incidents opened or joined
     */
    public record Review(
            List<DetectedFault> faults, List<WaitingSignal> waiting, List<Incident> incidents) {}

    /** One run over one chunk. */
    private final class Intake {
        private final String stream;
        private final LogChunk chunk;
        private final Known known;
        private final @Nullable NodeSeen node;
        private final Instant now;
        private final IncidentBook book;
        private final List<DetectedFault> faults = new ArrayList<>();
        private final List<WaitingSignal> waiting = new ArrayList<>();
        private KernelLogState state;

        Intake(String stream, LogChunk chunk, Known known, @Nullable NodeSeen node, Instant now) {
            this.stream = stream;
            this.chunk = chunk;
            this.known = known;
            this.node = node;
            this.now = now;
            this.book = new IncidentBook(known.open());
            LogProgress progress = known.progress();
            this.state = progress == null ? KernelLogState.EMPTY : progress.state();
        }

        Outcome run() {
            long done = takenIn();
            for (Sighting sighting : chunk.sightings()) {
                if (sighting.position() >= done) {
                    read(sighting);
                }
            }
            if (chunk.latestBoot() && state.boot() instanceof BootSegment.Awaited) {
                state = state.settled(node);
            }
            LogProgress progress =
                    new LogProgress(chunk.origin(), Math.max(done, chunk.end()), state);
            return new Outcome(progress, faults, waiting, book.changed());
        }

        private long takenIn() {
            LogProgress progress = known.progress();
            return progress != null
                            && chunk.positionsGrow()
                            && progress.origin().equals(chunk.origin())
                    ? progress.next()
                    : 0;
        }

        private void read(Sighting sighting) {
            Instant at = sighting.writtenAt() == null ? now : sighting.writtenAt();
            state = state.after(sighting.line(), at);
            if (sighting.line().fact() instanceof XidReported xid
                    && !known.seen().contains(sighting.signalId())) {
                place(signal(sighting, xid), sighting.writtenAt());
            }
        }

        private Signal signal(Sighting sighting, XidReported xid) {
            return new Signal(
                    sighting.signalId(),
                    sighting.incidentIfFirst(),
                    chunk.origin(),
                    sighting.position(),
                    now,
                    xid.pid(),
                    xid.process(),
                    sighting.raw(),
                    catalogue.classify(xid, state.inventory().gpuAt(xid.pci())));
        }

        private void place(Signal signal, @Nullable Instant writtenAt) {
            boolean awaited = state.boot() instanceof BootSegment.Awaited;
            if (awaited && !chunk.latestBoot()) {
                faults.add(book.enter(signal, Machine.UNKNOWN));
                return;
            }
            Optional<Machine> machine = state.boot().bind(node, writtenAt);
            if (machine.isPresent()) {
                state = state.in(new BootSegment.Known(machine.get()));
                faults.add(book.enter(signal, machine.get()));
            } else {
                waiting.add(new WaitingSignal(signal, stream, state.boots(), now.plus(patience)));
            }
        }
    }
}
