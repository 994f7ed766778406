package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A node is given back. */
@Command(
        name = "release",
        description = {
            "Gives a node back: what Medevac put on it is taken off.",
            "Ends its hold and its open incidents. Cordon, taint, annotation, labels and the",
            "drain in Slurm are lifted where they are signed by Medevac; what was there before stays."
        },
        footer = {
            "",
            "Example: gpu-1 is repaired and may serve again:",
            "  medevac release --node gpu-1 --reason \"GPU 3 replaced\""
        })
public final class ReleaseCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Option(names = "--node", required = true, paramLabel = "N", description = "Name of the node.")
    private String node;

    @Override
    public Integer call() throws InterruptedException {
        return OrderGiver.order(output, CommandKind.RELEASE, node, why);
    }
}
