package io.medevac.domain.remediation.gate;

import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.OpenIncident;
import org.jspecify.annotations.Nullable;

/**
 * Is a slot of the pool free? A slot is free again only when its incident is closed. Who was
 * waiting first is served first.
 */
public final class BudgetGate implements Gate {

    private static final String NAME = OpenIncident.BUDGET;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public GateAnswer ask(Look look) {
        @Nullable String pool = look.incident().pool();
        if (pool == null) {
            return GateAnswer.hold(NAME, "NoPool", "no pool, no budget");
        }
        int limit = look.limits().budget(look.seen().pool().size());
        int inFlight = look.surroundings().inFlight(pool).size();
        int before = Turn.of(look, pool).ahead();
        String detail = inFlight + " of " + limit + " in flight";
        if (inFlight >= limit) {
            return GateAnswer.hold(NAME, "Spent", detail);
        }
        return inFlight + before >= limit
                ? GateAnswer.hold(NAME, "OthersFirst", detail + ", " + before + " waiting before")
                : GateAnswer.pass(NAME, "SlotFree", detail);
    }
}
