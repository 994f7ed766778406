package io.medevac.detector.port;

import java.util.UUID;

/** Identities that are derived: the same input gives the same identity, here and elsewhere. */
public interface Identities {

    /**
     * Identity of the signal at this place.
     *
     * @param part which line of the record at this position, from 0
     * @param text the line, made safe
     */
    UUID signal(String origin, long position, int part, String text);

    /** Identity of the incident that this signal opens, if it opens one. */
    UUID incidentOf(UUID signal);
}
