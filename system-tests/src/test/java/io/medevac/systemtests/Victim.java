package io.medevac.systemtests;

import io.medevac.systemtests.LocalStack.Running;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A process that is to die or to stop at a bad moment. */
final class Victim {
    static final String SLURMCTLD = "slurmctld";

    /** The processes that are ours. */
    static final List<String> SERVICES =
            List.of("detector", "remediator", "slurm-bridge", "notifier");

    /** Everything that an incident goes through. */
    static final List<String> ALL =
            List.of(
                    "detector",
                    "remediator",
                    "slurm-bridge",
                    "notifier",
                    "outbox-engine",
                    "kafka",
                    "postgres",
                    "registry",
                    "sinks",
                    "kube-apiserver",
                    SLURMCTLD);

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Running stack;
    private final String name;
    private final List<String> pids;

    private Victim(Running stack, String name, List<String> pids) {
        this.stack = stack;
        this.name = name;
        this.pids = pids;
    }

    /** The process with all that it has started; found now, so that it can be struck at once. */
    static Victim of(Running stack, String name) {
        if (name.equals(SLURMCTLD)) {
            return new Victim(stack, name, List.of());
        }
        ProcessHandle process = ProcessHandle.of(stack.pid(name)).orElseThrow();
        List<String> pids =
                Stream.concat(Stream.of(process), process.descendants())
                        .map(each -> Long.toString(each.pid()))
                        .toList();
        return new Victim(stack, name, pids);
    }

    /**
     * Strikes.
     *
     * @param signal name of the signal
     */
    void signal(String signal) {
        if (name.equals(SLURMCTLD)) {
            stack.lab(
                    DEADLINE, "node", "exec", "control-0", "pkill", "-" + signal, "-x", SLURMCTLD);
            return;
        }
        List<String> words = Stream.concat(Stream.of("kill", "-" + signal), pids.stream()).toList();
        // Children may have ended by themselves.
        stack.ask(words);
    }
}
