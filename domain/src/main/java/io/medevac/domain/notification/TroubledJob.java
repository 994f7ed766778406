package io.medevac.domain.notification;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Slurm job that an incident touches.
 *
 * @param id Slurm job id
 * @param name job name, as the user chose it
 * @param user user name of the owner
 * @param mailUser what the user gave as {@code --mail-user}; null when nothing
 * @param nodes Slurm nodes of the allocation the news speaks of
 * @param restartCount Slurm restart count of that run
 */
public record TroubledJob(
        long id,
        String name,
        String user,
        @Nullable String mailUser,
        List<String> nodes,
        int restartCount) {

    public TroubledJob {
        nodes = List.copyOf(nodes);
    }
}
