package io.medevac.remediator.adapter.postgres;

import io.medevac.domain.remediation.incident.Order;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** An order that stands, of a node or of the whole cluster. */
@Entity
@Table(name = "standing_order")
class StandingOrderEntity {
    @Id String scope;

    @Column(nullable = false)
    String operator;

    @Column(nullable = false)
    String reason;

    @Column(nullable = false)
    Instant since;

    /** For Hibernate. */
    protected StandingOrderEntity() {}

    StandingOrderEntity(String scope, Order order) {
        this.scope = scope;
        operator = order.operator();
        reason = order.reason();
        since = order.at();
    }

    Order order() {
        return new Order(operator, reason, since);
    }
}
