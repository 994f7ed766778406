package io.medevac.launcher.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackControl.Status;
import io.medevac.launcher.view.MemoryTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows every process of the local stack. */
@Command(
        name = "status",
        description = {
            "Shows every process of the local stack.",
            "Each with its pid, whether it is ready, and its resident memory. Exit code 0 when all are",
            "ready, else 1."
        },
        footer = {
            "",
            "Example: what is not ready:",
            "  medevac status --json | grep '\"ready\":false'"
        })
public final class StatusCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin private Output output;

    @Override
    public Integer call() throws InterruptedException {
        Home home = Home.current();
        StackControl control = new StackControl(home, Installation.current(), output::remark);
        List<Status> all = control.status();
        if (output.isJson()) {
            all.forEach(status -> output.line(json(status)));
        } else {
            MemoryTable.of(all).forEach(output::line);
        }
        control.unwatched().ifPresent(output::remark);
        return all.stream().allMatch(Status::ready) ? 0 : 1;
    }

    private static String json(Status status) {
        try {
            return JSON.writeValueAsString(status);
        } catch (JsonProcessingException e) {
            throw new CommandFailure("a status cannot be written as JSON", e);
        }
    }
}
