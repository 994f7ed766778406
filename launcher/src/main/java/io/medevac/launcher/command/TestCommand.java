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
            "Builds everything and runs every test.",
            "Gets the parts that are missing first. Units, integration with real parts, the whole",
            "system: at most 20 minutes on 2 cores."
        },
        footer = {
            "",
            "Example: one module with what it needs:",
            "  medevac test -pl services/detector -am",
            "Example: the history of one seed again:",
            "  medevac test --simulate 1 5017"
        })
public final class TestCommand implements Callable<Integer> {

    @Option(names = "--unit", description = "Only tests without input and output; needs no parts.")
    private boolean unit;

    @Option(
            names = "--all",
            description = {
                "Everything, and the whole crash table (hours) instead of a sample of it."
            })
    private boolean all;

    @Option(
            names = "--simulate",
            description = {
                "Only histories of a simulated cluster: how many (100000), and the first seed (the",
                "time), as two words after it. A seed that breaks a rule tells its story."
            })
    private boolean simulate;

    @Option(
            names = "--fuzz",
            description = {
                "Only the parsers, under a coverage-guided fuzzer: how many inputs for each",
                "(1000000), and the seed (the time), as two words after it."
            })
    private boolean fuzz;

    @Parameters(paramLabel = "MAVEN", arity = "0..*", description = "Handed on to mvn verify.")
    private List<String> maven = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Installation.current().root().resolve("medevac").toString());
        command.add("test");
        if (unit) {
            command.add("--unit");
        } else if (all) {
            command.add("--all");
        } else if (simulate) {
            command.add("--simulate");
        } else if (fuzz) {
            command.add("--fuzz");
        }
        command.addAll(maven);
        return new ExternalCommand(command, Map.of()).onTerminal();
    }
}
