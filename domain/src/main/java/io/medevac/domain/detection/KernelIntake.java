package io.medevac.domain.detection;

import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.detection.WaitingSignal.OfLog;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run over one stretch of a kernel log. */
final class KernelIntake {
    private final KernelMeaning meaning;
    private final Duration patience;
    private final String stream;
    private final LogChunk chunk;
    private final Known known;
    private final @Nullable NodeSeen node;
    private final IncidentBook book;
    private final List<DetectedFault> faults = new ArrayList<>();
    private final List<WaitingSignal> waiting = new ArrayList<>();
    private KernelLogState state;

    KernelIntake(
            KernelMeaning meaning,
            Duration patience,
            String stream,
            LogChunk chunk,
            Known known,
            @Nullable NodeSeen node) {
        this.meaning = meaning;
        this.patience = patience;
        this.stream = stream;
        this.chunk = chunk;
        this.known = known;
        this.node = node;
        this.book = new IncidentBook(chunk.node(), known.open());
        LogProgress progress = known.progress();
        this.state = progress == null ? KernelLogState.EMPTY : progress.state();
    }

    Outcome run(Instant now) {
        long done = takenIn();
        for (Sighting sighting : chunk.sightings()) {
            if (sighting.position() >= done) {
                read(sighting, now);
            }
        }
        if (chunk.latestBoot() && state.boot() instanceof BootSegment.Awaited) {
            state = state.settled(node);
        }
        LogProgress progress = new LogProgress(chunk.origin(), Math.max(done, chunk.end()), state);
        return new Outcome(progress, new Placed(faults, waiting, book.changed()));
    }

    private long takenIn() {
        LogProgress progress = known.progress();
        return progress != null && chunk.positionsGrow() && progress.origin().equals(chunk.origin())
                ? progress.next()
                : 0;
    }

    private void read(Sighting sighting, Instant now) {
        if (known.seen().contains(sighting.signalId())) {
            return;
        }
        BegunReport begun = state.begun();
        BegunReport more = begun == null ? null : begun.with(sighting.line().text());
        if (more != null) {
            hold(more, now);
            return;
        }
        if (begun != null) {
            state = state.with(null);
            say(begun.whole(), now);
        }
        Instant at = sighting.writtenAt() == null ? now : sighting.writtenAt();
        state = state.after(sighting.line(), at);
        BegunReport fresh = BegunReport.of(sighting);
        if (fresh == null) {
            say(sighting, now);
        } else {
            hold(fresh, now);
        }
    }

    private void hold(BegunReport report, Instant now) {
        boolean complete = report.complete();
        state = state.with(complete ? null : report);
        if (complete) {
            say(report.whole(), now);
        }
    }

    private void say(Sighting sighting, Instant now) {
        KernelFact fact = sighting.line().fact();
        if (!(fact instanceof XidReported) && !(fact instanceof Observed)) {
            return;
        }
        KernelRecord said =
                new KernelRecord(
                        0, chunk.node(), fact, sighting.line().text(), sighting.writtenAt());
        meaning.of(said, state.inventory(), state.driver())
                .filter(finding -> Detection.counts(Source.KERNEL, finding))
                .ifPresent(
                        finding ->
                                place(signal(sighting, finding, now), sighting.writtenAt(), now));
    }

    private Signal signal(Sighting sighting, Finding finding, Instant now) {
        return new Signal(
                sighting.signalId(),
                sighting.incidentIfFirst(),
                Source.KERNEL,
                chunk.origin(),
                sighting.position(),
                now,
                sighting.raw(),
                finding);
    }

    private void place(Signal signal, @Nullable Instant writtenAt, Instant now) {
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
            waiting.add(
                    new WaitingSignal(
                            signal, new OfLog(stream, state.boots()), now.plus(patience)));
        }
    }
}
