package io.medevac.slurmbridge.application;

import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.Slurmctld;
import io.medevac.domain.slurm.evacuation.EvacuatedJob;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Draining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.EvacuationState.Failed;
import io.medevac.domain.slurm.evacuation.EvacuationState.Joining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Releasing;
import io.medevac.domain.slurm.evacuation.EvacuationState.Resuming;
import io.medevac.domain.slurm.evacuation.JobPhase;
import io.medevac.domain.slurm.evacuation.Observation;
import io.medevac.domain.slurm.evacuation.Subject;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.ProgressProbe;
import io.medevac.slurmbridge.port.SlurmControl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Looks at the world as far as an evacuation needs it now. */
@ApplicationScoped
public class ObserveEvacuation {
    private final SlurmControl slurm;
    private final KubernetesView kubernetes;
    private final ProgressProbe probe;
    private final EvacuationStore store;

    /** Constructor for injection. */
    public ObserveEvacuation(
            SlurmControl slurm,
            KubernetesView kubernetes,
            ProgressProbe probe,
            EvacuationStore store) {
        this.slurm = slurm;
        this.kubernetes = kubernetes;
        this.probe = probe;
        this.store = store;
    }

    /** Every answer, or {@link Observation.Unknown} as soon as one fails. */
    public Observation look(Evacuation evacuation) {
        try {
            return lookedAt(evacuation);
        } catch (NoAnswer e) {
            return new Observation.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private Observation lookedAt(Evacuation evacuation) {
        boolean draining = evacuation.state() instanceof Draining;
        boolean quarantined = !draining || quarantineStands(evacuation.subject());
        // Nodes before jobs: a node seen drained gets no job any more, so no job can slip between.
        List<SlurmNode> nodes = slurm.readNodes();
        NodeMapping mapping = mapping(evacuation, nodes);
        // Until the drain stands the jobs decide nothing, and reading them would delay the drain.
        boolean early = draining && !closed(mapping, nodes);
        List<SlurmJob> jobs =
                early ? List.of() : withAddresses(evacuation, slurm.readJobs(), nodes, mapping);
        return new Observation.Complete(
                quarantined,
                mapping,
                nodes,
                jobs,
                mustAsk(evacuation, nodes) || (draining && !early)
                        ? slurm.readController()
                        : Slurmctld.NOT_ASKED,
                progress(evacuation),
                openIncidents(evacuation));
    }

    /** The controller is asked when our drain is seen for the first time, and when none is. */
    private static boolean mustAsk(Evacuation evacuation, List<SlurmNode> nodes) {
        return evacuation.state() instanceof Evacuating state
                && nodes.stream()
                        .filter(node -> node.name().equals(state.slurmNode()))
                        .anyMatch(
                                node ->
                                        !node.closed()
                                                || (node.closedByUs()
                                                        && state.drainedUnder().isEmpty()));
    }

    /** Of the same machine, by the same incident; a replayed event finds neither. */
    private boolean quarantineStands(Subject subject) {
        String uid = subject.machine().nodeUid();
        return kubernetes
                .node(subject.node())
                .filter(node -> uid == null || uid.equals(node.uid()))
                .filter(node -> subject.incident().toString().equals(node.quarantinedBy()))
                .isPresent();
    }

    /** Kubernetes is asked only while it is not settled which Slurm node is meant. */
    private NodeMapping mapping(Evacuation evacuation, List<SlurmNode> nodes) {
        return switch (evacuation.state()) {
            case Draining state -> mappingOf(evacuation.nodeInQuestion(), nodes);
            case Evacuating state -> new NodeMapping.Serves(state.slurmNode());
            case AwaitingReplacement state ->
                    evacuation.replacement() == null
                            ? new NodeMapping.Serves(state.slurmNode())
                            : mappingOf(evacuation.nodeInQuestion(), nodes);
            case Joining state -> mappingOf(evacuation.nodeInQuestion(), nodes);
            case Resuming state -> new NodeMapping.Serves(state.slurmNode());
            case Releasing state -> new NodeMapping.ServesNone();
            case Done state -> new NodeMapping.ServesNone();
            case Failed state -> new NodeMapping.ServesNone();
        };
    }

    private NodeMapping mappingOf(String node, List<SlurmNode> nodes) {
        return NodeMapping.of(node, kubernetes.slurmdPods(node), nodes);
    }

    private static boolean closed(NodeMapping mapping, List<SlurmNode> nodes) {
        return mapping instanceof NodeMapping.Serves serves
                && nodes.stream()
                        .anyMatch(node -> node.name().equals(serves.slurmNode()) && node.closed());
    }

    /** The owner's address, for jobs that are about to be taken on. */
    private List<SlurmJob> withAddresses(
            Evacuation evacuation,
            List<SlurmJob> jobs,
            List<SlurmNode> nodes,
            NodeMapping mapping) {
        boolean takesOn =
                evacuation.state() instanceof Draining || evacuation.state() instanceof Evacuating;
        if (!takesOn
                || !closed(mapping, nodes)
                || !(mapping instanceof NodeMapping.Serves serves)) {
            return jobs;
        }
        Set<Long> wanted = new HashSet<>();
        jobs.stream()
                .filter(job -> job.on(serves.slurmNode()))
                .forEach(job -> wanted.add(job.leaderId()));
        evacuation.jobs().forEach(known -> wanted.remove(known.id()));
        return jobs.stream()
                .map(job -> wanted.contains(job.id()) ? withAddress(job) : job)
                .toList();
    }

    private SlurmJob withAddress(SlurmJob job) {
        return job.withMailUser(slurm.readMailUser(job.id()).orElse(null));
    }

    /** After the jobs: what a job wrote before it left is there by then. */
    private Map<Long, Progress> progress(Evacuation evacuation) {
        Map<Long, Progress> progress = new HashMap<>();
        for (EvacuatedJob job : evacuation.jobs()) {
            if (!(job.phase() instanceof JobPhase.Settled)) {
                Optional<Progress> said = probe.read(job.job());
                said.ifPresent(words -> progress.put(job.id(), words));
            }
        }
        return progress;
    }

    private Set<UUID> openIncidents(Evacuation evacuation) {
        return evacuation.replacement() == null
                ? Set.of()
                : store.openOn(evacuation.replacement().node());
    }
}
