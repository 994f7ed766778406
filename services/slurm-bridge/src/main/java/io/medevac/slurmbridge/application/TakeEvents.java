package io.medevac.slurmbridge.application;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.Replacement;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.slurmbridge.port.EvacuationStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Takes what the remediator tells into the stored state. An event only says "look": what is done is
 * decided on what is seen then.
 */
@ApplicationScoped
public class TakeEvents {
    private final EvacuationStore store;
    private final InstantSource clock;

    /** Constructor for injection. */
    public TakeEvents(EvacuationStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** A node was quarantined: begin its evacuation, unless this incident has one already. */
    public void quarantined(Subject subject) {
        Instant now = clock.instant();
        store.take(
                subject.quarantined(),
                subject.incident(),
                known ->
                        known.isPresent()
                                ? Optional.empty()
                                : Optional.of(look(Evacuation.begin(subject, now), now)));
    }

    /** A replacement serves; an incident that has no evacuation here is none of ours. */
    public void replaced(UUID incident, Replacement replacement) {
        Instant now = clock.instant();
        store.take(
                replacement.event(),
                incident,
                known ->
                        known.map(
                                evacuation -> look(evacuation.replacedBy(replacement, now), now)));
    }

    /** The incident is over: what is not done by now is not done any more. */
    public void closed(UUID event, UUID incident, String why) {
        Instant now = clock.instant();
        store.take(
                event,
                incident,
                known -> known.map(evacuation -> look(evacuation.closed(why, now), now)));
    }

    /** The node is given back, whether its evacuation is over or not. */
    public void released(UUID event, UUID incident, String why) {
        Instant now = clock.instant();
        store.take(
                event,
                incident,
                known -> known.map(evacuation -> look(evacuation.released(why, now), now)));
    }

    private static Decision look(Evacuation next, Instant now) {
        return new Decision(next, List.of(), List.of(), now);
    }
}
