package io.medevac.domain.remediation.incident;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Orders that stand until a person lifts them.
 *
 * @param pause nothing new is begun in the whole cluster; null when not ordered
 * @param holds by node: nothing new is begun on it
 */
public record StandingOrders(@Nullable Order pause, Map<String, Order> holds) {

    /** The name that stands for the whole cluster where a node could be named. */
    public static final String WHOLE_CLUSTER = "*";

    /** None stands. */
    public static final StandingOrders NONE = new StandingOrders(null, Map.of());

    public StandingOrders {
        holds = Map.copyOf(holds);
    }

    /** The order that holds the node; null when none does. */
    public @Nullable Order hold(String node) {
        return holds.get(node);
    }
}
