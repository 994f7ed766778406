package io.medevac.domain.remediation.incident;

import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import java.util.UUID;

/**
 * Something to do in the cluster. Every effect can be repeated: it is made from the version of the
 * object that the decision was made on, and is refused when the object has changed since.
 */
public sealed interface Effect {

    /** The name of the node or pod it is done to. */
    String target();

    /** Done to the faulty node or its pods. */
    sealed interface OnNode extends Effect {}

    /** Done to a replacement, through its provider. */
    sealed interface OnReplacement extends Effect {}

    /**
     * Cordon, taint and sign the node, all in one patch.
     *
     * @param node the node as it was seen
     * @param signature what to sign with
     */
    record CordonAndTaint(NodeView node, Mark.Signed signature) implements OnNode {
        @Override
        public String target() {
            return node.name();
        }
    }

    /**
     * Ask the pod to leave; its PodDisruptionBudget may refuse.
     *
     * @param pod the pod
     */
    record EvictPod(PodRef pod) implements OnNode {
        @Override
        public String target() {
            return pod.label();
        }
    }

    /**
     * Delete the pod past its budget.
     *
     * @param pod the pod
     * @param withGrace whether it gets its own grace; without, only where its node is gone
     */
    record DeletePod(PodRef pod, boolean withGrace) implements OnNode {
        @Override
        public String target() {
            return pod.label();
        }
    }

    /**
     * Tell Kubernetes that the node is off, so that its pods are freed.
     *
     * @param node the node as it was seen
     */
    record TaintOutOfService(NodeView node) implements OnNode {
        @Override
        public String target() {
            return node.name();
        }
    }

    /**
     * Take the node out of its pool and mark it for repair; cordon and taint stay.
     *
     * @param node the node as it was seen
     * @param repair the repair it needs
     */
    record RetireNode(NodeView node, String repair) implements OnNode {
        @Override
        public String target() {
            return node.name();
        }
    }

    /**
     * Take off what the incident put on the node, and nothing else.
     *
     * @param node the node as it was seen
     * @param incident the incident
     * @param liftsCordon whether the cordon may be ours; with false it stays as it is
     */
    record ReleaseNode(NodeView node, UUID incident, boolean liftsCordon) implements OnNode {
        @Override
        public String target() {
            return node.name();
        }
    }

    /**
     * Sign the spare for this incident, so that nobody else takes it.
     *
     * @param spare the spare as it was seen
     * @param signature what to sign with
     */
    record ClaimSpare(NodeView spare, Mark.Signed signature) implements OnReplacement {
        @Override
        public String target() {
            return spare.name();
        }
    }

    /**
     * Put the claimed spare into the pool: pool label on, spare label, claim and cordon off.
     *
     * @param spare the spare as it was seen
     * @param pool the pool
     */
    record AdmitSpare(NodeView spare, String pool) implements OnReplacement {
        @Override
        public String target() {
            return spare.name();
        }
    }

    /**
     * Give a claimed spare back.
     *
     * @param spare the spare as it was seen
     */
    record UnclaimSpare(NodeView spare) implements OnReplacement {
        @Override
        public String target() {
            return spare.name();
        }
    }
}
