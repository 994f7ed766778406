package io.medevac.slurmbridge.adapter.slurm;

import java.util.List;

/** Runs a command and returns what it answered; throws NoAnswer when it did not in time. */
@FunctionalInterface
interface Commands {
    Answer run(List<String> command);
}
