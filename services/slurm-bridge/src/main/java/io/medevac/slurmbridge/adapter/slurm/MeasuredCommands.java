package io.medevac.slurmbridge.adapter.slurm;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;

/** Measures each call: {@code medevac_slurm_call_seconds} by command and outcome. */
final class MeasuredCommands implements Commands {
    private final Commands commands;
    private final MeterRegistry metrics;

    MeasuredCommands(Commands commands, MeterRegistry metrics) {
        this.commands = commands;
        this.metrics = metrics;
    }

    @Override
    public Answer run(List<String> command) {
        Timer.Sample sample = Timer.start(metrics);
        String outcome = "no_answer";
        try {
            Answer answer = commands.run(command);
            outcome = answer.exitCode() == 0 ? "ok" : "failed";
            return answer;
        } finally {
            sample.stop(
                    metrics.timer(
                            "medevac.slurm.call", "command", nameOf(command), "outcome", outcome));
        }
    }

    /** {@code squeue}, {@code scontrol requeue}, …: a closed set. */
    private static String nameOf(List<String> command) {
        return command.getFirst().equals("scontrol")
                ? "scontrol " + command.get(1)
                : command.getFirst();
    }
}
