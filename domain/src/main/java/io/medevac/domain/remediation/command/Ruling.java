package io.medevac.domain.remediation.command;

import io.medevac.domain.remediation.incident.Fact;
import io.medevac.domain.remediation.incident.Order;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a command.
 *
 * @param outcome in a word
 * @param detail what follows, or why not
 * @param whatToDo what the person can do now, with the command to type; empty when nothing
 * @param node the node it is about, or {@link
 *     io.medevac.domain.remediation.incident.StandingOrders#WHOLE_CLUSTER}
 * @param incident the incident it is about; null when about none or several
 * @param changes what is to be stored
 */
public record Ruling(
        Outcome outcome,
        String detail,
        String whatToDo,
        String node,
        @Nullable UUID incident,
        List<Change> changes) {

    public Ruling {
        changes = List.copyOf(changes);
    }

    /** What becomes of it, in a word. */
    public enum Outcome {
        /** Taken; what follows is done by itself. */
        ACCEPTED,
        /** It is so already. */
        NOTHING_TO_DO,
        /** Not taken. */
        REFUSED
    }

    /** Something to store. What it concerns is looked at again at once. */
    public sealed interface Change {

        /**
         * An order stands from now on.
         *
         * @param scope the node, or the whole cluster
         * @param order the order
         */
        record Given(String scope, Order order) implements Change {}

        /**
         * An order stands no longer.
         *
         * @param scope the node, or the whole cluster
         */
        record Lifted(String scope) implements Change {}

        /**
         * An incident takes an order in.
         *
         * @param incident the incident
         * @param fact the order
         */
        record Told(UUID incident, Fact.Ordered fact) implements Change {}
    }
}
