package io.medevac.launcher.view;

import io.medevac.events.FaultSummary;
import io.medevac.launcher.record.Incident;
import java.time.Duration;
import java.util.List;

/** Incidents in a table, one line each. */
public final class IncidentTable {

    private IncidentTable() {}

    /** The lines, heading first. */
    public static List<String> of(List<Incident> incidents) {
        TextTable table =
                new TextTable().row("incident", "node", "state", "fault", "opened (UTC)", "took");
        for (Incident incident : incidents) {
            table.row(
                    incident.id().toString(),
                    incident.node(),
                    incident.state(),
                    incident.fault().map(IncidentTable::fault).orElse("?"),
                    incident.openedAt().toString().substring(0, 19).replace('T', ' '),
                    incident.closedAt()
                            .map(end -> Brief.duration(Duration.between(incident.openedAt(), end)))
                            .orElse(""));
        }
        return table.lines();
    }

    /** The fault in a few words. */
    public static String fault(FaultSummary fault) {
        return Brief.fault(fault);
    }
}
