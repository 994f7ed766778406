package io.medevac.detector.adapter.rehearsal;

import io.medevac.detector.application.HeardNodes;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.application.Taken;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.Identities;
import io.medevac.detector.port.Measurements;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.messaging.Rehearsal;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A kernel line becomes a fault. Rules, events and database are real, line and node made up. */
@ApplicationScoped
class FaultRehearsal implements Rehearsal {
    private static final String NAME = "medevac-rehearsal";
    private static final String LINE =
            "NVRM: Xid (PCI:0000:9b:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off"
                    + " the bus.";

    private final Detection detection;
    private final DetectionStore store;
    private final Identities identities;
    private final InstantSource clock;

    FaultRehearsal(
            Detection detection, DetectionStore store, Identities identities, InstantSource clock) {
        this.detection = detection;
        this.store = store;
        this.identities = identities;
        this.clock = clock;
    }

    @Override
    public void play() {
        Instant now = clock.instant();
        NodeSeen node = new NodeSeen(NAME, NAME, now.minusSeconds(1), now);
        Counted counted = new Counted();
        Taken taken =
                new TakeInKernelLog(
                                detection,
                                store,
                                name -> Optional.of(node),
                                identities,
                                HeardNodes.DEAF,
                                counted,
                                clock)
                        .on(chunk(now));
        if (taken != Taken.STORED || counted.faults != 1) {
            throw new IllegalStateException("the rehearsed fault was not detected: " + taken);
        }
    }

    private static RawChunk chunk(Instant now) {
        String origin = NAME + ":" + EventIds.next(now);
        return new RawChunk(
                Source.FILE,
                NAME,
                NAME,
                origin,
                null,
                1,
                true,
                false,
                List.of(new RawLine(0, 0, now, true, LINE)));
    }

    /** What is only rehearsed counts for nobody else. */
    private static final class Counted implements Measurements {
        private int faults;

        @Override
        public void lines(Source source, int read, int malformed, int untrusted) {}

        @Override
        public void faults(List<DetectedFault> told) {
            faults += told.size();
        }
    }
}
