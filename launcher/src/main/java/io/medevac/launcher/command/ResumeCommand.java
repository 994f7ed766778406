package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The pause, or the hold of a node, is over. */
@Command(
        name = "resume",
        description = {
            "Ends the pause, or the hold of a node.",
            "What waited for it goes on at once."
        },
        footer = {
            "",
            "Example: the maintenance is over:",
            "  medevac resume",
            "Example: gpu-1 was looked at, its incident may go on:",
            "  medevac resume --node gpu-1"
        })
public final class ResumeCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Option(
            names = "--node",
            paramLabel = "N",
            description = "End the hold of this node (default: the pause of the whole cluster).")
    private @Nullable String node;

    @Override
    public Integer call() throws InterruptedException {
        return node == null
                ? OrderGiver.order(output, CommandKind.RESUME, why)
                : OrderGiver.order(output, CommandKind.RESUME, node, why);
    }
}
