package io.medevac.launcher.command;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.bench.Bench;
import io.medevac.launcher.bench.DetectorBench;
import io.medevac.launcher.stack.DetectorStack;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StateFolder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures, beside the floor of the same machine. */
@Command(
        name = "bench",
        description = {
            "Measures how long things take, beside the bare calls.",
            "Each starts a stack of its own (bench/ in the home) and prints a table; run it on a",
            "machine that does nothing else.",
            "incident: lets GPUs fail, with a replacement and in dry-run, and kills each service",
            "once; about 15 minutes.",
            "detector: speed of classify, and of the detector from lines to faults and at",
            "scraping exporters; about 10 minutes."
        },
        footer = {
            "",
            "Example: a first look with few incidents:",
            "  medevac bench incident --times 6"
        })
public final class BenchCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Parameters(paramLabel = "WHAT", description = "What to measure: incident or detector.")
    private String what;

    @Option(
            names = "--times",
            paramLabel = "N",
            defaultValue = "30",
            description = "Incidents of each kind, at least 1 (default: ${DEFAULT-VALUE}).")
    private int times;

    @Override
    public Integer call() throws InterruptedException {
        if (times < 1) {
            throw CommandFailure.usage("--times is at least 1");
        }
        Home home = new Home(Home.current().root().resolve("bench"));
        List<String> lines =
                switch (what) {
                    case "incident" -> incident(home);
                    case "detector" -> detector(home);
                    default ->
                            throw CommandFailure.usage(
                                    "there is only: medevac bench incident, medevac bench detector");
                };
        lines.forEach(output::tell);
        return 0;
    }

    private List<String> incident(Home home) throws InterruptedException {
        StackControl control = new StackControl(home, Installation.current(), output::remark);
        atEnd(() -> stop(control));
        control.down();
        new StateFolder(home).beginDemo();
        return new Bench(home, Installation.current(), control, output::remark).run(times).lines();
    }

    private List<String> detector(Home home) throws InterruptedException {
        new StackControl(home, Installation.current(), output::remark).down();
        new StateFolder(home).beginDemo();
        DetectorStack stack = new DetectorStack(home, Installation.current(), output::remark);
        atEnd(stack::close);
        return new DetectorBench(home, Installation.current(), output::remark).run(stack);
    }

    /** However it ends, by Ctrl-C too. */
    private static void atEnd(Runnable work) {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(work));
    }

    private static void stop(StackControl control) {
        try {
            control.down();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
