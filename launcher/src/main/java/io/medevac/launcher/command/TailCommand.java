package io.medevac.launcher.command;

import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.record.RecordLog;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.view.LiveView;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows events as they arrive on the topics. */
@Command(
        name = "tail",
        description = "Shows events as they arrive on the topics, until it is interrupted.",
        footer = {
            "",
            "Example: all events of jobs from the beginning, as JSON:",
            "  medevac tail --topic medevac.jobs.v1 --from-beginning --json"
        })
public final class TailCommand implements Callable<Integer> {

    @Mixin private Output output;

    @Option(
            names = "--topic",
            paramLabel = "T",
            description = "Only this topic (default: all topics that carry events).")
    private @Nullable String topic;

    @Option(names = "--from-beginning", description = "Begin with what is there already.")
    private boolean fromBeginning;

    @Override
    public Integer call() {
        StackAddresses stack = new StackAddresses(Home.current(), Installation.current());
        LiveView view = output.liveView(output::visibleLine);
        List<String> topics = topic == null ? RecordLog.TOPICS : List.of(topic);
        try (RecordLog log = stack.record(output::warning)) {
            log.follow(topics, fromBeginning, () -> true, view::show);
        }
        return 0;
    }
}
