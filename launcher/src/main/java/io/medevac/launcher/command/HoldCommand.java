package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Nothing new is begun on a node. */
@Command(
        name = "hold",
        description = {
            "Holds a node: nothing new is begun on it.",
            "It is not taken out, no pod on it is evicted, it is not replaced and does not replace another,",
            "until 'resume --node' or 'release --node'. Jobs that are leaving it go on leaving."
        },
        footer = {
            "",
            "Example: somebody looks at gpu-1:",
            "  medevac hold --node gpu-1 --reason \"reseating GPU 3\""
        })
public final class HoldCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Option(names = "--node", required = true, paramLabel = "N", description = "Name of the node.")
    private String node;

    @Override
    public Integer call() throws InterruptedException {
        return OrderGiver.order(output, CommandKind.HOLD, node, why);
    }
}
