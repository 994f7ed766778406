package io.medevac.domain.detection;

import io.medevac.domain.detection.Report.Observation;
import io.medevac.domain.detection.WaitingSignal.Claimed;
import io.medevac.domain.detection.WaitingSignal.OfLog;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** From what sources observe to faults in incidents. */
public final class Detection {
    private final Supplier<FaultCatalogue> catalogue;
    private final Duration patience;

    /**
     * @param catalogue gives the rules that are in force
     * @param patience how long a signal waits for Kubernetes to show its boot
     */
    public Detection(Supplier<FaultCatalogue> catalogue, Duration patience) {
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
        KernelIntake intake =
                new KernelIntake(
                        new KernelMeaning(catalogue.get()), patience, stream, chunk, known, node);
        return Optional.of(intake.run(now));
    }

    /**
     * Takes in what a source that is no kernel log observed.
     *
     * @param node what Kubernetes shows of the node; null when it has none or does not answer
     */
    public Placed takeIn(Report report, Known known, @Nullable NodeSeen node, Instant now) {
        FaultCatalogue rules = catalogue.get();
        IncidentBook book = new IncidentBook(report.node(), known.open());
        List<DetectedFault> faults = new ArrayList<>();
        List<WaitingSignal> waiting = new ArrayList<>();
        for (Observation observed : report.observations()) {
            if (known.seen().contains(observed.signalId())) {
                continue;
            }
            Signal signal = signal(observed, rules.sited(observed.finding()), now);
            Optional<Machine> machine = observed.boot().bind(node);
            if (machine.isPresent()) {
                faults.add(book.enter(signal, machine.get()));
            } else {
                waiting.add(
                        new WaitingSignal(
                                signal, new Claimed(observed.boot()), now.plus(patience)));
            }
        }
        return new Placed(faults, waiting, book.changed());
    }

    /** Whether a finding says anything of a trouble; what counts for nothing is not taken in. */
    public static boolean counts(Source source, Finding finding) {
        return Dossier.counts(source, finding);
    }

    private static Signal signal(Observation observed, Finding finding, Instant now) {
        return new Signal(
                observed.signalId(),
                observed.incidentIfFirst(),
                observed.source(),
                observed.origin(),
                observed.position(),
                now,
                observed.raw(),
                finding);
    }

    /**
     * Looks again at the signals of a node that wait for their boot.
     *
     * @param node what Kubernetes shows of the node; null when it has none or does not answer
     */
    public Review review(String name, WaitingRoom room, @Nullable NodeSeen node, Instant now) {
        IncidentBook book = new IncidentBook(name, room.open());
        List<DetectedFault> faults = new ArrayList<>();
        List<WaitingSignal> still = new ArrayList<>();
        for (WaitingSignal waiting : room.waiting()) {
            Optional<Machine> machine = machine(waiting, room, node);
            if (machine.isPresent()) {
                faults.add(book.enter(waiting.signal(), machine.get()));
            } else if (now.isBefore(waiting.until())) {
                still.add(waiting);
            } else {
                faults.add(book.enter(waiting.signal(), unbound(node)));
            }
        }
        return new Review(faults, still, book.changed());
    }

    private static Optional<Machine> machine(
            WaitingSignal waiting, WaitingRoom room, @Nullable NodeSeen node) {
        return switch (waiting.awaited()) {
            case Claimed claimed -> claimed.claim().bind(node);
            case OfLog log -> {
                KernelLogState state =
                        room.states().getOrDefault(log.stream(), KernelLogState.EMPTY);
                yield state.boots() == log.boots()
                        ? state.boot().bind(node, null)
                        : Optional.of(Machine.UNKNOWN);
            }
        };
    }

    private static Machine unbound(@Nullable NodeSeen node) {
        return node == null ? Machine.UNKNOWN : new Machine(node.uid(), null);
    }

    /**
     * What is stored about a log and its node.
     *
     * @param progress of the log; null at its first sight, and for a source that is no log
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
     * What to store and to tell of observations.
     *
     * @param faults to tell, in order
     * @param waiting to keep until Kubernetes shows their boot
     * @param incidents opened or joined
     */
    public record Placed(
            List<DetectedFault> faults, List<WaitingSignal> waiting, List<Incident> incidents) {}

    /**
     * What to store and to tell of a log.
     *
     * @param progress new progress of the log
     * @param placed what its lines told
     */
    public record Outcome(LogProgress progress, Placed placed) {}

    /**
     * What became of the waiting signals.
     *
     * @param faults to tell, in order; they wait no longer
     * @param waiting those that still wait
     * @param incidents opened or joined
     */
    public record Review(
            List<DetectedFault> faults, List<WaitingSignal> waiting, List<Incident> incidents) {}
}
