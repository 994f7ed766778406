package io.medevac.domain.remediation.incident;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided.
 *
 * @param next the incident as it is to be stored
 * @param events what is to be told, in order
 * @param effects what is to be done once that is stored
 * @param lookAgainAt when to look again at the latest; null when the incident is over
 */
public record Decision(
        Incident next,
        List<RemediationEvent> events,
        List<Effect> effects,
        @Nullable Instant lookAgainAt) {

    public Decision {
        events = List.copyOf(events);
        effects = List.copyOf(effects);
    }
}
