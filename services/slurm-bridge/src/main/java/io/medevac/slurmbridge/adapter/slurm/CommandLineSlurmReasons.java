package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmReasons;
import java.util.List;

/** One {@code sinfo} for all nodes. */
final class CommandLineSlurmReasons implements SlurmReasons {
    private final Commands commands;

    CommandLineSlurmReasons(Commands commands) {
        this.commands = commands;
    }

    @Override
    public List<StandingReason> read() {
        Answer answer = commands.run(List.of("sinfo", "--json"));
        if (answer.exitCode() != 0) {
            throw new NoAnswer("sinfo --json: " + answer.complaint());
        }
        return SlurmJson.reasons(answer.output());
    }
}
