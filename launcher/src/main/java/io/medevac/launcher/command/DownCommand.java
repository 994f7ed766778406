package io.medevac.launcher.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackControl;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the local stack and whatever was left of it. */
@Command(
        name = "down",
        description = {
            "Stops the local stack and whatever was left of it.",
            "No process, namespace, link, mount or cgroup stays, also after a reboot or when launcher and supervisor were killed. The record and the data stay."
        },
        footer = {"", "Example:", "  medevac down"})
public final class DownCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Override
    public Integer call() throws InterruptedException {
        StackControl control =
                new StackControl(Home.current(), Installation.current(), output::remark);
        boolean stopped = control.down();
        if (output.isJson()) {
            output.line(JsonNodeFactory.instance.objectNode().put("stopped", stopped).toString());
        } else {
            output.line(stopped ? "down: nothing is left running" : "nothing was running");
        }
        return 0;
    }
}
