package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.PolicyFile;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackOptions;
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
            "Starts the local stack: Kafka, PostgreSQL, registry, the four services, and a real",
            "Kubernetes cluster with Slurm in its pods. Returns when all is ready (about a minute)",
            "and leaves a small supervisor that starts again what dies."
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
            defaultValue = "2",
            description = "Training nodes, called gpu-0, gpu-1, … (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(
            names = "--spares",
            paramLabel = "N",
            defaultValue = "1",
            description = "Warm spares, numbered on (default: ${DEFAULT-VALUE}).")
    private int spares;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            defaultValue = "8",
            description = "GPUs of each node (default: ${DEFAULT-VALUE}).")
    private int gpus;

    @Option(
            names = "--kill-wait",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long a job may save, Slurm's KillWait (default: ${DEFAULT-VALUE}).")
    private int killWait;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Policies of the pools; looked through before anything starts.")
    private @Nullable Path policy;

    @Option(names = "--dry-run", description = "Decide and record, but do nothing.")
    private boolean dryRun;

    @Override
    public Integer call() throws InterruptedException {
        Installation installation = Installation.current();
        Home home = Home.current();
        StackOptions options =
                new StackOptions(
                        "local", nodes, spares, gpus, killWait, policy(installation), dryRun);
        StackControl control = new StackControl(home, installation, output::remark);
        boolean started = control.up(options);
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

    private @Nullable String policy(Installation installation) throws InterruptedException {
        if (policy == null) {
            return null;
        }
        Path file = policy.toAbsolutePath().normalize();
        if (!Files.isReadable(file)) {
            throw CommandFailure.usage("--policy: %s cannot be read".formatted(policy));
        }
        PolicyFile.check(file, installation);
        return file.toString();
    }
}
