package io.medevac.domain.remediation.incident;

import org.jspecify.annotations.Nullable;

/**
 * What persons have ordered about one incident.
 *
 * @param approval dry run and opt-outs do not hold it any more; null when not ordered
 * @param cancel it is to be ended; null when not ordered
 * @param release its node is to be given back, even when the incident is over; null when not
 *     ordered, and again once that is done
 */
public record IncidentOrders(
        @Nullable Order approval, @Nullable Order cancel, @Nullable Order release) {

    /** Nothing was ordered. */
    public static final IncidentOrders NONE = new IncidentOrders(null, null, null);

    /** The order that ends the incident while it is open, in words; null when none does. */
    public @Nullable String ending() {
        if (release != null) {
            return "released " + release.words();
        }
        return cancel == null ? null : "cancelled " + cancel.words();
    }

    IncidentOrders approved(Order order) {
        return new IncidentOrders(order, cancel, release);
    }

    IncidentOrders cancelled(Order order) {
        return new IncidentOrders(approval, order, release);
    }

    IncidentOrders released(Order order) {
        return new IncidentOrders(approval, cancel, order);
    }

    IncidentOrders givenBack() {
        return new IncidentOrders(approval, cancel, null);
    }
}
