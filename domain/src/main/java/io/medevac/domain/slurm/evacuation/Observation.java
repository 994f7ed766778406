package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.Slurmctld;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What the world looked like. */
public sealed interface Observation {

    /**
     * Some answer failed, was late, or was incomplete: nothing is known.
     *
     * @param reason which, and why
     */
    record Unknown(String reason) implements Observation {}

    /**
     * Every answer was complete.
     *
     * @param quarantined whether the incident's quarantine stands on the Kubernetes node (looked at
     *     only before the first act)
     * @param mapping Slurm node of the Kubernetes node in question: the faulty one before the
     *     drain, the replacement after it was named
     * @param nodes all Slurm nodes
     * @param jobs all Slurm jobs, read after the nodes
     * @param slurmctld what the controller says of itself
     * @param progress by job id, what jobs say of themselves
     * @param openIncidents incidents whose evacuation of the replacement is not over
     */
    record Complete(
            boolean quarantined,
            NodeMapping mapping,
            List<SlurmNode> nodes,
            List<SlurmJob> jobs,
            Slurmctld slurmctld,
            Map<Long, Progress> progress,
            Set<UUID> openIncidents)
            implements Observation {

        /** The Slurm node of this name. */
        Optional<SlurmNode> node(String name) {
            return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
        }

        /** The job of this id. */
        Optional<SlurmJob> job(long id) {
            return jobs.stream().filter(job -> job.id() == id).findFirst();
        }

        /** Jobs that may have a process on the Slurm node. */
        List<SlurmJob> jobsOn(String slurmNode) {
            return jobs.stream().filter(job -> job.on(slurmNode)).toList();
        }
    }
}
