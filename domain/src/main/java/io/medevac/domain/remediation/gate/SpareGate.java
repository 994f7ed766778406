package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Is there a node to put in? Only told before the quarantine, since getting the jobs off a broken
 * node is right with or without a spare; asked for good once the node is drained.
 */
public final class SpareGate implements Gate {

    static final String NAME = OpenIncident.SPARE;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public GateAnswer ask(Look look) {
        long fit = SpareChecks.fitOnes(look).count();
        return fit > 0
                ? GateAnswer.pass(NAME, "SpareReady", fit + " ready")
                : GateAnswer.pass(NAME, "NoSpareYet", "none ready: will wait once drained");
    }

    /** The answer once the node is drained and none is fit: which were offered, and why not. */
    public static GateAnswer noneFit(Look look) {
        List<NodeView> offered = look.seen().spares();
        if (offered.isEmpty()) {
            return GateAnswer.hold(NAME, "NoSpare", "no spare of pool " + look.incident().pool());
        }
        String why =
                offered.stream()
                        .map(spare -> spare.name() + ": " + firstNo(spare, look))
                        .sorted()
                        .limit(8)
                        .collect(Collectors.joining("; "));
        return GateAnswer.hold(NAME, "NoFitSpare", why);
    }

    /**
     * The answer when there are fit ones, but not more than older incidents wait for.
     *
     * @param fit how many are fit
     * @param ahead how many older incidents of the pool wait for one
     */
    public static GateAnswer othersFirst(int fit, int ahead) {
        return GateAnswer.hold(
                NAME, "SpareForOthers", fit + " fit, " + ahead + " waiting before for one");
    }

    private static String firstNo(NodeView spare, Look look) {
        return SpareChecks.validate(spare, look).stream()
                .filter(GateAnswer::holds)
                .map(GateAnswer::detail)
                .findFirst()
                .orElse("fit");
    }
}
