package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.RecordLog;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.view.IncidentTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the incidents that the topics know. */
@Command(
        name = "incidents",
        description = {
            "Lists the incidents, oldest first, as the topics tell of them.",
            "States: held (a person must act), reported (a fault for which nothing is done), vacating,",
            "draining, replacing, verifying, failed; the outcome (recovered, …) once it is closed."
        },
        footer = {
            "",
            "Example: the identities of those that are held:",
            "  medevac incidents --json | jq -r 'select(.state == \"held\") .incident'"
        })
public final class IncidentsCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Override
    public Integer call() {
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        List<Incident> incidents;
        try (RecordLog log = stack.record(output::warning)) {
            incidents = Incident.in(log.readAll(RecordLog.TOPICS));
        }
        if (output.isJson()) {
            incidents.forEach(incident -> output.line(json(incident)));
        } else if (incidents.isEmpty()) {
            output.line("no incident");
        } else {
            IncidentTable.of(incidents).forEach(output::line);
        }
        return 0;
    }

    private static String json(Incident incident) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("incident", incident.id().toString());
        node.put("node", incident.node());
        node.put("state", incident.state());
        node.put("openedAt", incident.openedAt().toString());
        node.put("closedAt", incident.closedAt().map(Object::toString).orElse(null));
        node.put("fault", incident.fault().map(IncidentTable::fault).orElse(null));
        return node.toString();
    }
}
