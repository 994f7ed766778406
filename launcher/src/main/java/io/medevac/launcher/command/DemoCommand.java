package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.demo.Check;
import io.medevac.launcher.demo.Demo;
import io.medevac.launcher.demo.DemoReport;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.signal.SignalKind;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackOptions;
import io.medevac.launcher.stack.StackRequest;
import io.medevac.launcher.stack.StateFolder;
import io.medevac.launcher.view.EventLine;
import io.medevac.launcher.view.LiveView;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a GPU fail under a real training job, and the job go on. */
@Command(
        name = "demo",
        description = {
            "Shows a GPU fail under a real training job, and the job go on.",
            "Makes a cluster of three machines with 8 emulated GPUs each, trains on two of them,",
            "lets a GPU fall off the bus, shows what happens, checks it from the outside and stops",
            "everything again. Takes about 3 minutes once the project is built. Begins with an empty",
            "state: removes that of an earlier demo, and refuses a home with a cluster of your own."
        },
        footer = {
            "",
            "Example: the other node, and look around afterwards:",
            "  medevac demo --node gpu-0 --keep",
            "Example: not the kernel tells it, but an alert:",
            "  medevac demo --signal alertmanager"
        })
public final class DemoCommand implements Callable<Integer>, Demo.Narrator {

    @Mixin private Output output;

    @Option(
            names = "--node",
            paramLabel = "N",
            defaultValue = "gpu-1",
            description = "Node that loses a GPU, gpu-0 or gpu-1 (default: ${DEFAULT-VALUE}).")
    private String node;

    @Option(
            names = "--signal",
            paramLabel = "SOURCE",
            defaultValue = "kernel",
            description =
                    "Who says that the GPU failed: kernel, dcgm, condition or alertmanager (default: ${DEFAULT-VALUE}).")
    private String signal;

    @Option(names = "--keep", description = "Leave the stack up at the end.")
    private boolean keep;

    @Override
    public Integer call() throws InterruptedException {
        if (!node.equals("gpu-0") && !node.equals("gpu-1")) {
            throw CommandFailure.usage("--node is gpu-0 or gpu-1: these run the job");
        }
        SignalKind kind =
                SignalKind.named(signal)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "--signal is kernel, dcgm, condition or alertmanager"));
        Instant begun = Instant.now();
        Home home = Home.current();
        StackControl control = new StackControl(home, Installation.current(), this::say);
        StateFolder state = freeState(home, control);
        AtomicBoolean kept = new AtomicBoolean();
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().unstarted(() -> stop(control, kept.get())));
        control.down();
        state.beginDemo();
        say("starting the stack (about a minute) …");
        control.up(StackRequest.of(StackOptions.DEMO));
        DemoReport report;
        try {
            report = new Demo(home, Installation.current(), control, this, node, kind).run();
        } catch (CommandFailure e) {
            kept.set(keep);
            throw e;
        }
        (output.isJson() ? report.json() : report.lines()).forEach(output::tell);
        kept.set(keep);
        return finish(report, control, begun);
    }

    /** The state folder, when nothing runs there and nothing would be lost. */
    private static StateFolder freeState(Home home, StackControl control) {
        if (control.running().isPresent()) {
            throw new CommandFailure(
                    "a stack runs in %s: medevac down first, or name another home in MEDEVAC_HOME"
                            .formatted(home.root()));
        }
        Optional<String> unwatched = control.unwatched();
        if (unwatched.isPresent()) {
            throw new CommandFailure(unwatched.get());
        }
        StateFolder state = new StateFolder(home);
        state.requireNoneOrOfDemo();
        return state;
    }

    private int finish(DemoReport report, StackControl control, Instant begun)
            throws InterruptedException {
        if (keep) {
            say("the stack stays up; stop it with: ./medevac down");
        } else {
            control.down();
            say(
                    "all is stopped; the record stays until the next demo and is there again after: ./medevac up");
        }
        long seconds = Duration.between(begun, Instant.now()).toSeconds();
        if (report.failed().isEmpty()) {
            say("demo: every check holds (%d s)".formatted(seconds));
            return 0;
        }
        for (Check check : report.failed()) {
            output.warning("check failed: %s (%s)".formatted(check.name(), check.detail()));
        }
        return 1;
    }

    private static void stop(StackControl control, boolean keep) {
        try {
            if (!keep) {
                control.down();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void say(String text) {
        if (output.isJson()) {
            output.tell(
                    JsonNodeFactory.instance.objectNode().put("message", text.strip()).toString());
        } else {
            output.tell(text);
        }
    }

    @Override
    public void fault(EventLine line) {
        if (output.isJson()) {
            say(line.what() + " " + line.detail());
        } else {
            output.tell(line.text(LiveView.elapsed(Duration.ZERO)));
        }
    }

    @Override
    public void event(Recorded recorded, Instant since) {
        output.liveView(output::visible).show(recorded, since);
    }
}
