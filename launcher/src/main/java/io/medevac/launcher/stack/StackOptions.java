package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to have up.
 *
 * @param cluster name of the cluster, first part of every record key
 * @param nodes machines in the training pool, at least 1
 * @param spares warm spares, at least 0
 * @param gpus GPUs of each machine, at least 1
 * @param killWaitSeconds Slurm's KillWait: how long a job may save, at least 1
 * @param policy file with the policies of the pools; null for the built-in ones
 * @param dryRun whether nothing is really done
 */
public record StackOptions(
        String cluster,
        int nodes,
        int spares,
        int gpus,
        int killWaitSeconds,
        @Nullable String policy,
        boolean dryRun) {

    /** What {@code up} makes without options. */
    public static final StackOptions DEFAULT = new StackOptions("local", 2, 1, 8, 120, null, false);

    /** What the demonstration makes. */
    public static final StackOptions DEMO = new StackOptions("demo", 2, 1, 8, 120, null, false);

    public StackOptions {
        require(nodes >= 1 && nodes <= 64, "--nodes is from 1 to 64");
        require(spares >= 0 && nodes + spares <= 80, "--spares is from 0, at most 80 nodes in all");
        require(gpus >= 1 && gpus <= 16, "--gpus is from 1 to 16");
        require(killWaitSeconds >= 1 && killWaitSeconds <= 3600, "--kill-wait is from 1 to 3600");
    }

    /** Names of the machines with GPUs, those in the pool first. */
    Stream<String> gpuNodes() {
        return IntStream.range(0, nodes + spares).mapToObj(number -> "gpu-" + number);
    }

    /** What the cluster is made of, as somebody would have typed it. */
    List<String> size() {
        return List.of("--nodes " + nodes, "--spares " + spares, "--gpus " + gpus);
    }

    /** How it is run, as somebody would have typed it. */
    List<String> manner() {
        return List.of(
                "--kill-wait " + killWaitSeconds,
                "--policy " + (policy == null ? "''" : policy),
                dryRun ? "--dry-run" : "--no-dry-run");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw CommandFailure.usage(otherwise);
        }
    }
}
