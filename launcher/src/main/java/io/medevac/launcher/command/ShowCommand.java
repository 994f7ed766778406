package io.medevac.launcher.command;

import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.record.EventJson;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.RecordLog;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.view.Timeline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows all of one incident. */
@Command(
        name = "show",
        description = {
            "Shows the timeline of an incident, as the topics tell it.",
            "Each event with the time since the first, decisions with every gate's inputs, reasons, and",
            "how long each phase took."
        },
        footer = {"", "Example: the incident whose identity begins so:", "  medevac show 0199ac5e"})
public final class ShowCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Parameters(
            paramLabel = "ID",
            description = "Identity of the incident, or the beginning of it if no other begins so.")
    private String id;

    @Override
    public Integer call() {
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        Incident incident;
        try (RecordLog log = stack.record(output::warning)) {
            incident = Incident.find(log.readAll(RecordLog.TOPICS), id);
        }
        if (output.isJson()) {
            incident.events().forEach(recorded -> output.line(EventJson.line(recorded)));
        } else {
            Timeline.of(incident).forEach(output::line);
        }
        return 0;
    }
}
