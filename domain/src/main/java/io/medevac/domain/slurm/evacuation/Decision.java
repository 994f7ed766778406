package io.medevac.domain.slurm.evacuation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a look.
 *
 * @param next the evacuation from now on
 * @param events what happened, in order
 * @param effects what is to be done in Slurm, after {@code next} and the events are stored
 * @param lookAt when to look again; null when nothing follows
 */
public record Decision(
        Evacuation next,
        List<CausedEvent> events,
        List<SlurmEffect> effects,
        @Nullable Instant lookAt) {

    /** An event and the one it follows from. */
    public record CausedEvent(EvacuationEvent event, EventRef causedBy) {}
}
