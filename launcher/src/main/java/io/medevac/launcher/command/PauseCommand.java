package io.medevac.launcher.command;

import io.medevac.events.CommandKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Nothing new is begun in the whole cluster. */
@Command(
        name = "pause",
        description = {
            "Pauses the whole cluster: nothing new is begun.",
            "No node is taken out and no pod is evicted until 'resume'. What has begun is brought to its end:",
            "jobs that are leaving a node, replacements, releases."
        },
        footer = {
            "",
            "Example: maintenance of the network:",
            "  medevac pause --reason \"switch upgrade until 04:00\""
        })
public final class PauseCommand implements Callable<Integer> {

    @Mixin private Output output;
    @Mixin private Why why;

    @Override
    public Integer call() throws InterruptedException {
        return OrderGiver.order(output, CommandKind.PAUSE, why);
    }
}
