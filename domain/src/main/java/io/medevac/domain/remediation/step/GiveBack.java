package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Decision;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.Order;
import io.medevac.domain.remediation.incident.RemediationEvent;
import io.medevac.domain.remediation.incident.RemediationEvent.NodeReleased;
import io.medevac.domain.remediation.incident.RemediationEvent.RemediationFailed;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Gives back the node of an incident that is over, because a person asked for it. */
final class GiveBack {

    private GiveBack() {}

    static Decision decide(Look look) {
        Incident incident = look.incident();
        Order order = Objects.requireNonNull(incident.orders().release(), "a release was ordered");
        List<Effect> marks = Release.marks(look, true);
        if (marks.isEmpty()) {
            return ended(incident, new NodeReleased("released " + order.words()));
        }
        Optional<String> refusal = look.seen().setback().map(attempt -> attempt.detail());
        boolean late = !look.now().isBefore(order.at().plus(look.limits().quarantineTimeout()));
        if (late && refusal.isPresent()) {
            return ended(
                    incident,
                    new RemediationFailed(
                            incident.state().name(),
                            "our marks could not be taken off: " + refusal.get(),
                            Advice.marksLeft(incident.node())));
        }
        return new Decision(
                incident,
                List.of(),
                Setback.unlessJustRefused(marks, look),
                Setback.nextLook(look));
    }

    private static Decision ended(Incident incident, RemediationEvent told) {
        return new Decision(incident.givenBack(), List.of(told), List.of(), null);
    }
}
