package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.SlurmNodeJoined;
import io.medevac.domain.slurm.evacuation.EvacuationState.AwaitingReplacement;
import io.medevac.domain.slurm.evacuation.EvacuationState.Done;
import io.medevac.domain.slurm.evacuation.EvacuationState.Joining;
import io.medevac.domain.slurm.evacuation.EvacuationState.Resuming;
import io.medevac.domain.slurm.evacuation.JobPhase.Settled;
import io.medevac.domain.slurm.evacuation.Observation.Complete;
import java.util.UUID;

/** The way back: the replacement joins Slurm, the jobs run again. */
final class Return {
    private Return() {}

    static void await(Turn turn, AwaitingReplacement state, Complete seen) {
        Replacement replacement = turn.before().replacement();
        if (replacement == null) {
            watchJobs(turn, state.slurmNode(), seen);
            return;
        }
        Joining joining = new Joining(turn.now, state.slurmNode(), replacement, false);
        turn.enter(joining);
        join(turn, joining, seen);
    }

    static void join(Turn turn, Joining state, Complete seen) {
        Replacement named = turn.before().replacement();
        if (named != null && !named.equals(state.replacement())) {
            turn.enter(new Joining(turn.now, state.slurmNode(), named, false));
            return;
        }
        watchJobs(turn, state.slurmNode(), seen);
        switch (seen.mapping()) {
            case NodeMapping.ServesNone none ->
                    turn.waitFor(state.replacement().node() + " serves no Slurm node");
            case NodeMapping.Unclear unclear -> turn.waitFor(unclear.reason());
            case NodeMapping.Serves serves ->
                    seen.node(serves.slurmNode()).ifPresent(node -> join(turn, state, seen, node));
        }
    }

    private static void join(Turn turn, Joining state, Complete seen, SlurmNode node) {
        if (node.state().usable()) {
            turn.emit(
                    new SlurmNodeJoined(node.name(), node.state().toString(), state.undrained()),
                    EventRef.received(state.replacement().event()));
            Resuming resuming = new Resuming(turn.now, state.slurmNode());
            turn.enter(resuming);
            finish(turn);
            return;
        }
        String reason = node.reason().text().isEmpty() ? "" : " (" + node.reason().text() + ")";
        turn.waitFor(node.name() + " is " + node.state() + reason);
        if (mayUndrain(node, turn.subject().incident(), seen)) {
            turn.effect(new SlurmEffect.UndrainNode(node.name(), node.reason()));
            turn.enter(new Joining(state.since(), state.slurmNode(), state.replacement(), true));
        }
    }

    /**
     * Ours, of an incident that is over or of this one; and nothing else is wrong with the node.
     */
    private static boolean mayUndrain(SlurmNode node, UUID incident, Complete seen) {
        UUID drainedFor = node.reason().incident();
        boolean needed =
                drainedFor != null
                        && !drainedFor.equals(incident)
                        && seen.openIncidents().contains(drainedFor);
        return node.closedByUs() && node.state().usableButForDrain() && !needed;
    }

    static void resume(Turn turn, Resuming state, Complete seen) {
        watchJobs(turn, state.slurmNode(), seen);
        finish(turn);
    }

    private static void finish(Turn turn) {
        if (turn.jobs().stream().allMatch(job -> job.phase() instanceof Settled)) {
            turn.enter(new Done(turn.now, "the replacement has joined and no job is waited for"));
        }
    }

    private static void watchJobs(Turn turn, String slurmNode, Complete seen) {
        JobRules.step(turn, seen, slurmNode, true);
    }
}
