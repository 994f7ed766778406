package io.medevac.launcher.command;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.bench.Bench;
import io.medevac.launcher.bench.BenchReport;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StateFolder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures, beside the floor of the same machine. */
@Command(
        name = "bench",
        description = {
            "Measures how long an incident takes, beside the bare calls.",
            "Starts a stack of its own (bench/ in the home), lets GPUs fail in it, with a replacement",
            "and in dry-run, kills each service once, and prints a table. About 15 minutes; run it",
            "on a machine that does nothing else."
        },
        footer = {
            "",
            "Example: a first look with few incidents:",
            "  medevac bench incident --times 6"
        })
public final class BenchCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Parameters(paramLabel = "WHAT", description = "What to measure: incident.")
    private String what;

    @Option(
            names = "--times",
            paramLabel = "N",
            defaultValue = "30",
            description = "Incidents of each kind, at least 1 (default: ${DEFAULT-VALUE}).")
    private int times;

    @Override
    public Integer call() throws InterruptedException {
        if (!what.equals("incident")) {
            throw CommandFailure.usage("there is only: medevac bench incident");
        }
        if (times < 1) {
            throw CommandFailure.usage("--times is at least 1");
        }
        Home home = new Home(Home.current().root().resolve("bench"));
        StackControl control = new StackControl(home, Installation.current(), output::remark);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(control)));
        control.down();
        new StateFolder(home).beginDemo();
        BenchReport report =
                new Bench(home, Installation.current(), control, output::remark).run(times);
        report.lines().forEach(output::tell);
        return 0;
    }

    private static void stop(StackControl control) {
        try {
            control.down();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
