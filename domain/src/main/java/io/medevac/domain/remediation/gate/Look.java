package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Observation;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything a decision may look at.
 *
 * @param incident the incident, its pool known if one was ever seen
 * @param seen what was seen of the cluster
 * @param surroundings what the store knows beside the incident
 * @param policy what the operator allows
 * @param now the time of the decision
 */
public record Look(
        Incident incident,
        Observation seen,
        Surroundings surroundings,
        RemediationPolicy policy,
        Instant now) {

    /** The same at the begin of the incident's next state: what was tried was tried in the last. */
    public Look asBegun(Incident next) {
        return new Look(next, seen.beforeAnyAttempt(), surroundings, policy, now);
    }

    /** The policy of the incident's pool. */
    public PoolPolicy limits() {
        return policy.forPool(incident.pool());
    }

    /** The node, as long as it is the machine with the UID the incident is about; else null. */
    public @Nullable NodeView sameNode() {
        NodeView node = seen.node();
        return node != null && sameUid(node) ? node : null;
    }

    /** Whether there is no node of that name. */
    public boolean nodeGone() {
        return seen.node() == null;
    }

    /** Whether another machine has taken the name. */
    public boolean nodeReborn() {
        NodeView node = seen.node();
        return node != null && !sameUid(node);
    }

    private boolean sameUid(NodeView node) {
        String uid = incident.machine().nodeUid();
        return uid != null && uid.equals(node.machine().nodeUid());
    }
}
