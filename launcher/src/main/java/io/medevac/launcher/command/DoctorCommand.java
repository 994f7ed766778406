package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.doctor.Doctor;
import io.medevac.launcher.doctor.Finding;
import io.medevac.launcher.stack.Lab;
import io.medevac.launcher.view.TextTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tells what this machine lacks. */
@Command(
        name = "doctor",
        description = {
            "Shows what the local stack needs and what of it is missing.",
            "With the command that gets it. Changes nothing. Exit code 1 when something is missing."
        },
        footer = {"", "Example: only what is missing:", "  medevac doctor | grep missing"})
public final class DoctorCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Override
    public Integer call() throws InterruptedException {
        Installation installation = Installation.current();
        Lab lab = new Lab(Home.current(), installation);
        List<Finding> findings = new Doctor(installation, lab).findings();
        if (output.isJson()) {
            findings.forEach(finding -> output.line(json(finding)));
        } else {
            TextTable table = new TextTable().row("", "part", "found", "get it with");
            findings.forEach(
                    finding ->
                            table.row(
                                    finding.present() ? "ok" : "missing",
                                    finding.part(),
                                    finding.detail(),
                                    finding.command()));
            table.lines().forEach(output::line);
        }
        return findings.stream().allMatch(Finding::present) ? 0 : 1;
    }

    private static String json(Finding finding) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("part", finding.part())
                .put("present", finding.present())
                .put("detail", finding.detail())
                .put("command", finding.command())
                .toString();
    }
}
