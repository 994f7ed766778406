package io.medevac.domain.detection;

import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.detection.correlation.Trouble;
import io.medevac.domain.detection.xid.Verdict;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the findings of one node into its incidents: one open incident for each boot. */
final class IncidentBook {
    /** So many equal faults of an incident are told one by one. */
    private static final long TOLD_EACH = 10;

    private final String node;
    private final Map<Machine, Incident> open = new HashMap<>();
    private final Map<Machine, Incident> changed = new HashMap<>();

    IncidentBook(String node, List<Incident> open) {
        this.node = node;
        open.forEach(incident -> this.open.put(incident.machine(), incident));
    }

    /**
     * A fault joins the open incident of this boot, or opens one. What is no fault by itself is
     * kept with the incident that is open, and opens none.
     */
    DetectedFault enter(Signal signal, Machine machine) {
        @Nullable Incident known = open.get(machine);
        Dossier before = known == null ? Dossier.EMPTY : known.dossier();
        Dossier after = before.with(signal.source(), signal.finding());
        if (!Dossier.opens(signal.source(), signal.finding())) {
            if (known != null) {
                put(known.knowing(after));
            }
            return DetectedFault.harmless(signal, machine);
        }
        Incident incident =
                known == null
                        ? new Incident(signal.incidentIfFirst(), machine, 1, after)
                        : known.again(after);
        put(incident);
        Trouble trouble = after.trouble(node);
        Fault fault = after.judged(node, signal.source(), signal.finding());
        long times = after.times(signal.source(), signal.finding());
        return new DetectedFault(
                signal,
                machine,
                new DetectedFault.Place(
                        incident.id(),
                        incident.occurrences(),
                        fault,
                        trouble,
                        isTold(times) || (times == 0 && isGraver(fault, trouble))));
    }

    /** Incidents that were opened or joined. */
    List<Incident> changed() {
        return List.copyOf(changed.values());
    }

    private void put(Incident incident) {
        open.put(incident.machine(), incident);
        changed.put(incident.machine(), incident);
    }

    /** Whether it asks for more than all that is told apart in its incident. */
    private static boolean isGraver(Fault fault, Trouble others) {
        Verdict own = new Verdict(fault.scope(), fault.severity(), fault.action(), "");
        return own.stricterThan(
                new Verdict(others.scope(), others.severity(), others.action(), ""));
    }

    /** The first ones, then one of each ten times as many: a storm is told, and not one by one. */
    private static boolean isTold(long times) {
        long next = TOLD_EACH;
        while (next < times) {
            next *= 10;
        }
        return times > 0 && (times < TOLD_EACH || next == times);
    }
}
