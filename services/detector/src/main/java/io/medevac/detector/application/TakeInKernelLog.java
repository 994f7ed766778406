package io.medevac.detector.application;

import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.DetectionStore.Stretch;
import io.medevac.detector.port.Identities;
import io.medevac.detector.port.Measurements;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.KernelFact;
import io.medevac.domain.detection.KernelLine;
import io.medevac.domain.detection.KernelLineParser;
import io.medevac.domain.detection.LogChunk;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.detection.Text;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Takes lines of a kernel log in, and tells the faults that they report. */
@ApplicationScoped
public class TakeInKernelLog {
    private final Detection detection;
    private final DetectionStore store;
    private final NodeDirectory nodes;
    private final Identities identities;
    private final HeardNodes heard;
    private final Measurements measurements;
    private final InstantSource clock;

    /** With what it needs. */
    public TakeInKernelLog(
            Detection detection,
            DetectionStore store,
            NodeDirectory nodes,
            Identities identities,
            HeardNodes heard,
            Measurements measurements,
            InstantSource clock) {
        this.detection = detection;
        this.store = store;
        this.nodes = nodes;
        this.identities = identities;
        this.heard = heard;
        this.measurements = measurements;
        this.clock = clock;
    }

    /**
     * Takes lines in; blocks until they are stored. Lines that say nothing cost no transaction.
     *
     * @throws RuntimeException when the store does not answer: nothing was taken in, try again
     */
    public Taken on(RawChunk raw) {
        Reading reading = read(raw);
        Taken taken =
                raw.checkpoint() || !reading.sightings().isEmpty()
                        ? store(raw, reading.sightings())
                        : Taken.NOTHING_SAID;
        if (taken != Taken.SUPERSEDED) {
            count(raw, reading);
        }
        return taken;
    }

    /**
     * Takes in lines of different nodes; blocks until all of them are stored, or none.
     *
     * @param raws of each node at most one
     * @throws RuntimeException when the store does not answer: nothing was taken in, try again
     */
    public void onAll(List<RawChunk> raws) {
        List<Reading> readings = raws.stream().map(this::read).toList();
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < raws.size(); i++) {
            if (raws.get(i).checkpoint() || !readings.get(i).sightings().isEmpty()) {
                stretches.add(stretch(raws.get(i), readings.get(i).sightings()));
            }
        }
        if (!stretches.isEmpty()) {
            store.takeInAll(stretches).stream()
                    .flatMap(Optional::stream)
                    .forEach(stored -> measurements.faults(stored.placed().faults()));
        }
        for (int i = 0; i < raws.size(); i++) {
            count(raws.get(i), readings.get(i));
        }
    }

    private void count(RawChunk raw, Reading reading) {
        if (!raw.lines().isEmpty()) {
            heard.add(raw.node());
        }
        measurements.lines(
                raw.source(), raw.lines().size(), reading.malformed(), reading.untrusted());
    }

    private Taken store(RawChunk raw, List<Sighting> sightings) {
        Optional<Outcome> outcome = store.takeInAll(List.of(stretch(raw, sightings))).getFirst();
        outcome.ifPresent(stored -> measurements.faults(stored.placed().faults()));
        return outcome.isPresent() ? Taken.STORED : Taken.SUPERSEDED;
    }

    private Stretch stretch(RawChunk raw, List<Sighting> sightings) {
        LogChunk chunk =
                new LogChunk(
                        raw.node(),
                        raw.origin(),
                        raw.follows(),
                        raw.end(),
                        raw.source() == Source.FILE,
                        raw.latestBoot(),
                        sightings);
        NodeSeen node = nodes.find(raw.node()).orElse(null);
        Instant now = clock.instant();
        return new Stretch(
                raw.stream(),
                raw.node(),
                signalsOf(sightings),
                known -> detection.takeIn(raw.stream(), chunk, known, node, now));
    }

    private Reading read(RawChunk raw) {
        List<Sighting> sightings = new ArrayList<>();
        int malformed = 0;
        int untrusted = 0;
        for (RawLine line : raw.lines()) {
            int part = 0;
            for (KernelLine parsed : KernelLineParser.parse(line.text())) {
                if (!line.kernel() || parsed.fact() instanceof KernelFact.Untrusted) {
                    untrusted++;
                } else if (parsed.fact() instanceof KernelFact.Malformed) {
                    malformed++;
                } else {
                    sightings.add(sighting(raw.origin(), line, part, parsed));
                }
                part++;
            }
        }
        return new Reading(sightings, malformed, untrusted);
    }

    /**
     * @param part which of the lines that the raw line holds, from 0
     */
    private Sighting sighting(String origin, RawLine line, int part, KernelLine parsed) {
        String text = Text.clean(line.text());
        String identity = part == 0 ? text : part + " of " + text;
        UUID signal = identities.signal(origin, line.position(), line.part(), identity);
        return new Sighting(
                signal,
                identities.incidentOf(signal),
                line.position(),
                parsed,
                parsed.stamp() == null ? line.writtenAt() : parsed.stamp(),
                Text.cut(text, Signal.RAW_LIMIT));
    }

    private static Set<UUID> signalsOf(List<Sighting> sightings) {
        Set<UUID> signals = new HashSet<>();
        for (Sighting sighting : sightings) {
            if (sighting.countsOnce()) {
                signals.add(sighting.signalId());
            }
        }
        return signals;
    }

    private record Reading(List<Sighting> sightings, int malformed, int untrusted) {}
}
