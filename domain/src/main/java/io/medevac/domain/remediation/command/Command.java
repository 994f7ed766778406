package io.medevac.domain.remediation.command;

import io.medevac.domain.remediation.incident.Order;
import java.util.UUID;

/** What a person has asked for. */
public sealed interface Command {

    /** The event that brought it. */
    UUID event();

    /** Who, why, when. */
    Order order();

    /** Asked for one incident. */
    sealed interface OnIncident extends Command {

        /** Which one. */
        UUID incident();
    }

    /** Asked for one node. */
    sealed interface OnNode extends Command {

        /** Name of the Kubernetes node. */
        String node();
    }

    /**
     * Nothing new is to be begun in the whole cluster.
     *
     * @param event the event that brought it
     * @param order who, why, when
     */
    record Pause(UUID event, Order order) implements Command {}

    /**
     * The pause is over.
     *
     * @param event the event that brought it
     * @param order who, why, when
     */
    record Resume(UUID event, Order order) implements Command {}

    /**
     * Nothing new is to be begun on the node.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param node name of the node
     */
    record HoldNode(UUID event, Order order, String node) implements OnNode {}

    /**
     * The hold of the node is over, and what waits for it goes on.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param node name of the node
     */
    record ResumeNode(UUID event, Order order, String node) implements OnNode {}

    /**
     * The node is to be given back: the hold is over, and what is ours is taken off.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param node name of the node
     */
    record ReleaseNode(UUID event, Order order, String node) implements OnNode {}

    /**
     * Neither dry run nor an opt-out is to hold the incident.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param incident the incident
     */
    record Approve(UUID event, Order order, UUID incident) implements OnIncident {}

    /**
     * The incident is to be ended.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param incident the incident
     */
    record Cancel(UUID event, Order order, UUID incident) implements OnIncident {}

    /**
     * It is not understood what is asked for.
     *
     * @param event the event that brought it
     * @param order who, why, when
     * @param problem what is wrong with it
     */
    record Unclear(UUID event, Order order, String problem) implements Command {}
}
