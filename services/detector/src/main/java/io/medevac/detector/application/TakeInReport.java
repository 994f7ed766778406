package io.medevac.detector.application;

import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.Identities;
import io.medevac.detector.port.Measurements;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.Report;
import io.medevac.domain.detection.Report.Observation;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.detection.Text;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Takes in what sources other than kernel logs observed, and tells the faults that they report. */
@ApplicationScoped
public class TakeInReport {
    private final Detection detection;
    private final DetectionStore store;
    private final NodeDirectory nodes;
    private final Identities identities;
    private final Measurements measurements;
    private final InstantSource clock;

    /** With what it needs. */
    public TakeInReport(
            Detection detection,
            DetectionStore store,
            NodeDirectory nodes,
            Identities identities,
            Measurements measurements,
            InstantSource clock) {
        this.detection = detection;
        this.store = store;
        this.nodes = nodes;
        this.identities = identities;
        this.measurements = measurements;
        this.clock = clock;
    }

    /**
     * Takes a report in; blocks until it is stored. An observation that was taken in before changes
     * nothing.
     *
     * @throws RuntimeException when the store does not answer: nothing was taken in, try again
     */
    public Taken on(RawReport raw) {
        Report report =
                new Report(
                        raw.node(),
                        raw.observations().stream()
                                .filter(said -> Detection.counts(raw.source(), said.finding()))
                                .map(said -> observation(raw, said))
                                .toList());
        if (report.observations().isEmpty() && raw.state() == null) {
            return Taken.NOTHING_SAID;
        }
        Set<UUID> signals =
                report.observations().stream()
                        .map(Observation::signalId)
                        .collect(Collectors.toSet());
        NodeSeen node = nodes.find(raw.node()).orElse(null);
        Instant now = clock.instant();
        Optional<Placed> placed =
                store.takeIn(
                        raw.node(),
                        signals,
                        raw.state(),
                        known -> detection.takeIn(report, known, node, now));
        placed.ifPresent(stored -> measurements.faults(stored.faults()));
        return placed.isPresent() ? Taken.STORED : Taken.SUPERSEDED;
    }

    private Observation observation(RawReport raw, RawReport.RawFinding said) {
        UUID signal = identities.signal(raw.origin(), said.position(), 0, said.identity());
        return new Observation(
                signal,
                identities.incidentOf(signal),
                raw.origin(),
                said.position(),
                raw.source(),
                said.boot(),
                said.finding(),
                Text.cut(Text.clean(said.raw()), Signal.RAW_LIMIT));
    }
}
