package io.medevac.detector.fake;

import io.medevac.detector.port.Identities;
import io.medevac.wire.EventIds;
import java.util.UUID;

/** Identities from the same parts as in the service. */
public final class DerivedIdentities implements Identities {
    @Override
    public UUID signal(String origin, long position, int part, String text) {
        return EventIds.derived(origin, Long.toString(position), Integer.toString(part), text);
    }

    @Override
    public UUID incidentOf(UUID signal) {
        return EventIds.derived("incident", signal.toString());
    }
}
