package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.gate.Gates;
import io.medevac.domain.remediation.gate.IdentityGate;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import io.medevac.domain.remediation.incident.IncidentState.NotNeeded;
import io.medevac.domain.remediation.incident.IncidentState.Quarantining;
import java.util.List;
import java.util.Optional;

/** Asks the gates. */
final class Assess implements Step<Assessing> {

    @Override
    public StepOutcome decide(Assessing state, Look look) {
        Optional<String> over = IdentityGate.whyOver(look);
        if (over.isPresent()) {
            return Ending.closed(new NotNeeded(look.now(), over.get()), look);
        }
        List<GateAnswer> answers = Gates.beforeQuarantine(look);
        if (answers.stream().anyMatch(GateAnswer::holds)) {
            return new StepOutcome.Hold(
                    state, answers, List.of(), look.now().plus(look.limits().recheckInterval()));
        }
        return StepOutcome.go(new Quarantining(look.now(), answers));
    }
}
