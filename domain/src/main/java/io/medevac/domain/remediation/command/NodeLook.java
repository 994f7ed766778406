package io.medevac.domain.remediation.command;

import io.medevac.domain.remediation.cluster.NodeView;
import org.jspecify.annotations.Nullable;

/** What Kubernetes says of the node a command names. */
public sealed interface NodeLook {

    /** The command names none. */
    NodeLook NOT_ASKED = new Unknown("not asked");

    /**
     * Kubernetes answered.
     *
     * @param node the node; null when there is none of that name
     */
    record Seen(@Nullable NodeView node) implements NodeLook {}

    /**
     * Kubernetes did not answer.
     *
     * @param why what came instead of an answer
     */
    record Unknown(String why) implements NodeLook {}
}
