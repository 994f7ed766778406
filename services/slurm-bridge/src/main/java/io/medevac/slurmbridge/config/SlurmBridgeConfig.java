package io.medevac.slurmbridge.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Settings of the slurm-bridge. */
@ConfigMapping(prefix = "medevac.slurm-bridge")
public interface SlurmBridgeConfig {

    /**
     * Path of the slurm.conf that the Slurm commands are to use. Absent: what {@code SLURM_CONF} in
     * the environment of this process says, else what Slurm itself takes by default.
     */
    Optional<String> slurmConf();

    /**
     * Deadline of one call of a Slurm command; after it the process is killed and nothing is known.
     * More than 0.
     */
    @WithDefault("10s")
    Duration commandTimeout();

    /** Label selector of the slurmd pods, in any namespace. */
    @WithDefault("app.kubernetes.io/name=slurmd")
    String slurmdSelector();

    /**
     * How often all Slurm nodes are looked at for reasons that others have set, whatever the number
     * of replicas. More than 0.
     */
    @WithDefault("10s")
    Duration closedNodesLook();

    /** How jobs tell their progress. */
    Progress progress();

    /** How long is waited for what. */
    Evacuation evacuation();

    /** How jobs tell their progress. */
    interface Progress {

        /**
         * Path of the file in which a job tells its progress, as this service sees it; absolute
         * once the words in braces are filled in: work_dir, job_id, job_name, user. Absent: jobs
         * are judged by their running time.
         */
        Optional<String> file();

        /** Deadline of reading such a file: a dead network file system must hold up nothing. */
        @WithDefault("2s")
        Duration readTimeout();

        /** A job that never wrote such a file counts as resumed after running for this long. */
        @WithDefault("60s")
        Duration runningFor();
    }

    /** How long is waited for what; what passes a deadline becomes EvacuationFailed. */
    interface Evacuation {

        /** Between two looks while things move. More than 0. */
        @WithDefault("400ms")
        Duration look();

        /** Between two looks when nothing has changed for 10 minutes. */
        @WithDefault("5s")
        Duration slowLook();

        /** Between the two answers that must agree before a node counts as vacated. */
        @WithDefault("100ms")
        Duration confirm();

        /** Before Slurm is looked at again after a failed or late answer. */
        @WithDefault("1s")
        Duration afterFailure();

        /** Before a requeue that had no effect is asked for again. */
        @WithDefault("5s")
        Duration askAgain();

        /** For the Slurm node to be found and drained, and for a job to take the requeue. */
        @WithDefault("15m")
        Duration drainTimeout();

        /**
         * For a job to leave the node, beyond KillWait (epilog, processes that cannot be killed).
         */
        @WithDefault("5m")
        Duration leaveTimeout();

        /** For a job that cannot be requeued to end by itself. */
        @WithDefault("4h")
        Duration notRequeueableTimeout();

        /** For a replacement to be named; a held incident waits for a spare all this time. */
        @WithDefault("7d")
        Duration replaceTimeout();

        /** For the replacement to register in Slurm and take work. */
        @WithDefault("15m")
        Duration joinTimeout();

        /**
         * For the requeued jobs to run again and make progress, once the replacement has joined.
         */
        @WithDefault("1h")
        Duration resumeTimeout();
    }
}
