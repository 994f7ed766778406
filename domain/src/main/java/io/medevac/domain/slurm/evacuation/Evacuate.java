package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeDraining;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Evacuating;
import io.medevac.domain.slurm.evacuation.JobPhase.Outcome;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import io.medevac.domain.slurm.evacuation.Observation.Complete;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The way out: DRAIN first, then the jobs, then the proof that nothing is left. */
final class Evacuate {
    /** Answers in a row that must agree before a node counts as empty. */
    private static final int AGREEING = 2;

    private Evacuate() {}

    static void drain(Turn turn, Complete seen) {
        if (!seen.quarantined()) {
            turn.enter(new Done(turn.now, "the incident's quarantine does not stand on the node"));
            return;
        }
        switch (seen.mapping()) {
            case NodeMapping.ServesNone none -> {
                turn.emit(new NodeVacated("", List.of(), List.of()), turn.last());
                turn.enter(new Done(turn.now, "the node serves no Slurm node"));
            }
            case NodeMapping.Unclear unclear -> turn.waitFor(unclear.reason());
            case NodeMapping.Serves serves ->
                    seen.node(serves.slurmNode())
                            .ifPresentOrElse(
                                    node -> drain(turn, node, seen),
                                    () -> turn.waitFor("Slurm does not list " + serves));
        }
    }

    private static void drain(Turn turn, SlurmNode node, Complete seen) {
        if (!node.closed()) {
            turn.waitFor(node.name() + " is " + node.state());
            turn.effect(drainOf(turn, node));
            return;
        }
        turn.emit(
                new SlurmNodeDraining(node.name(), node.reason().text(), node.closedByUs()),
                turn.last());
        Evacuating evacuating =
                new Evacuating(turn.now, node.name(), seen.slurmctld().killWait(), 0, "");
        turn.enter(evacuating);
        evacuate(turn, evacuating, seen);
    }

    static void evacuate(Turn turn, Evacuating before, Complete seen) {
        Optional<SlurmNode> found = seen.node(before.slurmNode());
        if (found.isEmpty()) {
            turn.waitFor("Slurm does not list " + before.slurmNode());
            turn.enter(before.agreeing(0));
            return;
        }
        SlurmNode node = found.get();
        if (lifted(before, node, seen)) {
            Deadlines.drainLifted(turn, before);
            return;
        }
        Evacuating state = withDrain(before, node, seen);
        JobRules.step(turn, seen, state.slurmNode(), node.closed());
        if (node.closed()) {
            takeOn(turn, state, seen);
        } else {
            turn.effect(drainOf(turn, node));
        }
        turn.waitFor(state.slurmNode() + " is " + node.state());
        boolean clear =
                node.closed()
                        && node.state().empty()
                        && seen.jobsOn(state.slurmNode()).isEmpty()
                        && turn.jobs().stream().noneMatch(job -> job.phase().onNode());
        turn.enter(state.agreeing(clear ? state.clearAnswers() + 1 : 0));
        if (clear && state.clearAnswers() + 1 >= AGREEING) {
            vacated(turn, state.slurmNode());
        }
    }

    /**
     * Whether somebody has lifted our drain: it is gone, and the slurmctld that had it still runs.
     * One that was started anew may have forgotten it.
     */
    private static boolean lifted(Evacuating state, SlurmNode node, Complete seen) {
        return !node.closed()
                && !state.drainedUnder().isEmpty()
                && state.drainedUnder().equals(seen.slurmctld().startedAt());
    }

    private static Evacuating withDrain(Evacuating state, SlurmNode node, Complete seen) {
        if (!node.closed()) {
            return state.drainedUnder("");
        }
        return node.closedByUs() && state.drainedUnder().isEmpty()
                ? state.drainedUnder(seen.slurmctld().startedAt())
                : state;
    }

    /** Jobs on the node that were not known yet; of a heterogeneous job its leader. */
    private static void takeOn(Turn turn, Evacuating state, Complete seen) {
        Set<Long> known = new HashSet<>();
        turn.jobs().forEach(job -> known.add(job.id()));
        for (SlurmJob on : seen.jobsOn(state.slurmNode())) {
            SlurmJob job = seen.job(on.leaderId()).orElse(on);
            if (known.add(job.id())) {
                JobRules.first(turn, job, state.slurmNode()).ifPresent(turn.jobs()::add);
            }
        }
    }

    private static void vacated(Turn turn, String slurmNode) {
        List<Long> requeued =
                turn.jobs().stream().filter(EvacuatedJob::requeued).map(EvacuatedJob::id).toList();
        List<Long> lost =
                turn.jobs().stream()
                        .filter(job -> job.phase().equals(new Settled(Outcome.LOST)))
                        .map(EvacuatedJob::id)
                        .filter(id -> !requeued.contains(id))
                        .toList();
        turn.emit(new NodeVacated(slurmNode, requeued, lost), turn.last());
        turn.enter(new AwaitingReplacement(turn.now, slurmNode));
    }

    /**
     * A drain that overwrites nobody's reason: where somebody else's stands at a node that takes
     * work all the same, that reason is kept, and so the drain is not ours to lift later.
     */
    private static SlurmEffect drainOf(Turn turn, SlurmNode node) {
        Subject subject = turn.subject();
        DrainReason reason =
                node.reason().foreign()
                        ? node.reason()
                        : DrainReason.of(subject.incident(), words(subject.fault()));
        return new SlurmEffect.DrainNode(node.name(), reason, node.reason());
    }

    private static String words(Fault fault) {
        String code = fault.code() == null ? "" : " " + fault.code();
        return fault.gpu().label() + " " + fault.kind() + code + ": " + fault.message();
    }
}
