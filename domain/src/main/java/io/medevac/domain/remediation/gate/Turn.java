package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.incident.OpenIncident;
import io.medevac.domain.remediation.incident.OpenIncident.Wait;
import java.util.HashSet;
import java.util.Set;

/**
 * Whose turn it is in a pool: incidents that wait for nothing but its limits are served by age, the
 * oldest first. One that could not go on even now holds up nobody behind it.
 *
 * @param out nodes that are out, the incident's own among them
 * @param ahead older incidents that are served before this one
 * @param outWithAhead nodes that are out once this one has gone on, and those of the older ones for
 *     which a slot is free
 */
record Turn(int out, int ahead, int outWithAhead) {

    /** The turn of the incident of the look. */
    static Turn of(Look look, String pool) {
        Set<String> out = nodesOut(look, pool);
        int limit = look.limits().breaker(look.seen().pool().size());
        int slots =
                look.limits().budget(look.seen().pool().size())
                        - look.surroundings().inFlight(pool).size();
        Set<String> taken = new HashSet<>(out);
        int ahead = 0;
        for (OpenIncident older :
                look.surroundings().waitingBefore(look.incident(), pool, Wait.LIMITS)) {
            boolean fits = taken.size() + (taken.contains(older.node()) ? 0 : 1) <= limit;
            if (fits) {
                if (ahead < slots) {
                    taken.add(older.node());
                }
                ahead++;
            }
        }
        out.add(look.incident().node());
        taken.add(look.incident().node());
        return new Turn(out.size(), ahead, taken.size());
    }

    private static Set<String> nodesOut(Look look, String pool) {
        Set<String> out = new HashSet<>();
        for (PoolMember member : look.seen().pool()) {
            if (!member.serves()) {
                out.add(member.name());
            }
        }
        for (OpenIncident other : look.surroundings().inFlight(pool)) {
            out.add(other.node());
        }
        return out;
    }
}
