package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackOptions;
import io.medevac.launcher.stack.StackRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the local stack and returns when all of it is ready. */
@Command(
        name = "up",
        description = {
            "Starts the local stack and returns when all of it is ready.",
            "That is Kafka, PostgreSQL, registry, the four services, and a real Kubernetes cluster with",
            "Slurm in its pods (about a minute). Leaves a small supervisor that starts again what dies.",
            "Options are remembered with the state: --nodes, --spares and --gpus stay as they were at",
            "first, the others may change while nothing runs."
        },
        footer = {
            "",
            "Example: four training nodes and two spares, with 30 s for a job to save:",
            "  medevac up --nodes 4 --spares 2 --kill-wait 30"
        })
public final class UpCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Training nodes, called gpu-0, gpu-1, … (at first 2).")
    private @Nullable Integer nodes;

    @Option(
            names = "--spares",
            paramLabel = "N",
            description = "Warm spares, numbered on (at first 1).")
    private @Nullable Integer spares;

    @Option(names = "--gpus", paramLabel = "N", description = "GPUs of each node (at first 8).")
    private @Nullable Integer gpus;

    @Option(
            names = "--kill-wait",
            paramLabel = "SECONDS",
            description = "How long a job may save, Slurm's KillWait (at first 120).")
    private @Nullable Integer killWait;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = {
                "Policies of the pools; looked through before anything starts. Empty: the built-in ones."
            })
    private @Nullable String policy;

    @Option(
            names = "--dry-run",
            negatable = true,
            description = "Decide and record, but do nothing (at first --no-dry-run).")
    private @Nullable Boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        Installation installation = Installation.current();
        Home home = Home.current();
        StackRequest request =
                new StackRequest(
                        StackOptions.DEFAULT, nodes, spares, gpus, killWait, policyFile(), dryRun);
        StackControl control = new StackControl(home, installation, output::remark);
        boolean started = control.up(request);
        if (output.isJson()) {
            output.line(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("ready", true)
                            .put("started", started)
                            .put("home", home.root().toString())
                            .toString());
        } else {
            output.line(started ? "up: all is ready" : "up already");
            output.line("  eval \"$(medevac env)\"   for kubectl, scontrol, sbatch, kcat");
        }
        return 0;
    }

    private @Nullable String policyFile() {
        if (policy == null || policy.isEmpty()) {
            return policy;
        }
        Path file = Path.of(policy).toAbsolutePath().normalize();
        if (!Files.isReadable(file)) {
            throw CommandFailure.usage("--policy: %s cannot be read".formatted(policy));
        }
        return file.toString();
    }
}
