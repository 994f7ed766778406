package io.medevac.launcher.command;

import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.ExternalCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the tests. The script does it, without this program; here it is described. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Gets the parts that are missing, then builds everything and runs every test: units,",
            "integration with real parts, the whole system (at most 20 minutes on 2 cores)."
        },
        footer = {
            "",
            "Example: one module with what it needs:",
            "  medevac test -pl services/detector -am"
        })
public final class TestCommand implements Callable<Integer> {

    @Option(names = "--unit", description = "Only tests without input and output; needs no parts.")
    private boolean unit;

    @Parameters(paramLabel = "MAVEN", arity = "0..*", description = "Handed on to mvn verify.")
    private List<String> maven = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Installation.current().root().resolve("medevac").toString());
        command.add("test");
        if (unit) {
            command.add("--unit");
        }
        command.addAll(maven);
        return new ExternalCommand(command, Map.of()).onTerminal();
    }
}
