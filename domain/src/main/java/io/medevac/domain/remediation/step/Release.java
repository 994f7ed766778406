package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.IncidentState.Cancelled;
import io.medevac.domain.remediation.incident.IncidentState.Releasing;
import io.medevac.domain.remediation.incident.Replacement;
import java.util.ArrayList;
import java.util.List;

/** Takes off what is ours, then ends: no mark is left behind for the next one to stumble on. */
final class Release implements Step<Releasing> {

    @Override
    public StepOutcome decide(Releasing before, Look look) {
        Releasing state =
                new Releasing(
                        before.since(),
                        before.reason(),
                        before.claimed(),
                        before.uncordoned() || uncordoned(look));
        List<Effect> effects = leftovers(state, look);
        if (effects.isEmpty()) {
            return Ending.closed(new Cancelled(look.now(), state.reason()), look);
        }
        boolean late = !look.now().isBefore(state.since().plus(look.limits().quarantineTimeout()));
        if (late && look.seen().setback().isPresent()) {
            return Ending.escalated(
                    state.reason()
                            + "; our marks could not be taken off: "
                            + look.seen().setback().get().detail(),
                    Advice.marksLeft(look.incident().node()),
                    look);
        }
        return new StepOutcome.Stay(
                state, Setback.unlessJustRefused(effects, look), Setback.nextLook(look));
    }

    /** Whether somebody has lifted our cordon, and left our marks. */
    static boolean uncordoned(Look look) {
        NodeView node = look.sameNode();
        return node != null && node.carriesMarksOf(look.incident().id()) && !node.unschedulable();
    }

    /**
     * What takes our marks off the node; nothing when none of them is there.
     *
     * @param cordonOurs whether the cordon may be ours
     */
    static List<Effect> marks(Look look, boolean cordonOurs) {
        NodeView node = look.sameNode();
        return node != null
                        && (node.carriesMarksOf(look.incident().id())
                                || node.has(Taint.outOfService()))
                ? List.of(new Effect.ReleaseNode(node, look.incident().id(), cordonOurs))
                : List.of();
    }

    private static List<Effect> leftovers(Releasing state, Look look) {
        List<Effect> effects = new ArrayList<>(marks(look, !state.uncordoned()));
        Replacement claimed = state.claimed();
        if (claimed != null) {
            look.seen()
                    .spare(claimed.node())
                    .filter(spare -> spare.claim().signedFor(look.incident().id()))
                    .ifPresent(spare -> effects.add(new Effect.UnclaimSpare(spare)));
        }
        return effects;
    }
}
