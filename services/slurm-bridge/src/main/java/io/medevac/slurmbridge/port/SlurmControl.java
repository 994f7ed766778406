package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.Slurmctld;
import java.util.List;
import java.util.Optional;

/**
 * The only door to Slurm. Every call ends within a deadline; every one throws {@link NoAnswer} when
 * it got none that is complete and free of errors. An act looks once more right before it acts, so
 * that one that comes late, or twice, changes nothing.
 */
public interface SlurmControl {

    /** What became of an act that Slurm answered. */
    sealed interface Outcome {

        /** Slurm took it, or it was so already. */
        record Accepted() implements Outcome {}

        /**
         * Nothing was done, since things are not any more as they were when it was decided.
         *
         * @param now how they are
         */
        record Overtaken(String now) implements Outcome {}

        /**
         * Slurm will not do it, however often it is asked.
         *
         * @param reason Slurm's words
         */
        record Refused(String reason) implements Outcome {}
    }

    /** All nodes. */
    List<SlurmNode> readNodes();

    /**
     * All jobs that Slurm still shows, those that ended a short while ago too; without addresses.
     */
    List<SlurmJob> readJobs();

    /** What the controller says of itself now. */
    Slurmctld readController();

    /** Address given with {@code --mail-user}; empty when none, or when Slurm does not show it. */
    Optional<String> readMailUser(long jobId);

    /**
     * Lets the node take no new work; running jobs are not touched.
     *
     * @param node Slurm node
     * @param reason the reason to stand there
     * @param standing the reason that stood there when it was decided; where another one stands by
     *     now, or the node is drained already, nothing is done
     */
    Outcome drain(String node, DrainReason reason, DrainReason standing);

    /**
     * Puts the job back into the queue: all its processes get SIGTERM at once, and SIGKILL after
     * the grace. Does nothing unless this very run of the job is still active.
     */
    Outcome requeue(SlurmJob job);

    /**
     * Lets the node take work again.
     *
     * @param node Slurm node
     * @param standing the reason that must still stand there; nothing is done otherwise
     */
    Outcome undrain(String node, DrainReason standing);

    /** Asks the controller for a sign of life. */
    void ping();
}
