package io.medevac.domain.slurm.evacuation;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Refers to an event: to one received, by its id, or to one of this evacuation, by what it is
 * about. No two events of one evacuation are about the same, so the id of an event follows from its
 * reference, and deciding twice emits the same event.
 *
 * @param received id of a received event; null for one of this evacuation
 * @param type event type, of one of this evacuation; else empty
 * @param about what it is about: job and run, or node; else empty
 */
public record EventRef(@Nullable UUID received, String type, String about) {

    /** An event received. */
    public static EventRef received(UUID eventId) {
        return new EventRef(eventId, "", "");
    }

    /** An event of this evacuation. */
    public static EventRef own(String type, Object about) {
        return new EventRef(null, type, about.toString());
    }
}
