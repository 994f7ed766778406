package io.medevac.domain.remediation.step;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.gate.Look;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.IncidentState.Held;
import io.medevac.domain.remediation.incident.IncidentState.Interruptible;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What to do when the API refused: wait a little before the next try, and tell a person when that
 * has gone on for too long. Telling needs a refusal that was just seen, so that a service that was
 * away for long tries first.
 */
final class Setback {

    private Setback() {}

    /** The effects, unless they were refused a moment ago. */
    static List<Effect> unlessJustRefused(List<Effect> effects, Look look) {
        return look.seen().setback().isPresent() ? List.of() : List.copyOf(effects);
    }

    /** When to look again: after a refusal a little later, else at once. */
    static Instant nextLook(Look look) {
        return look.seen().setback().isPresent()
                ? look.now().plus(look.limits().retryInterval())
                : look.now();
    }

    /** Tries; holds with the refusal once it has gone on for longer than the limit. */
    static StepOutcome tryUntil(
            Duration limit,
            Interruptible state,
            String gate,
            List<GateAnswer> answers,
            List<Effect> effects,
            Look look) {
        List<Effect> tries = unlessJustRefused(effects, look);
        return overdue(limit, state, gate, look)
                .<StepOutcome>map(
                        why ->
                                new StepOutcome.Hold(
                                        state, with(answers, why), tries, nextLook(look)))
                .orElseGet(() -> new StepOutcome.Stay(state, tries, nextLook(look)));
    }

    /** The answer of a gate that is about a refusal, once that has gone on for too long. */
    static Optional<GateAnswer> overdue(
            Duration limit, Interruptible state, String gate, Look look) {
        if (look.now().isBefore(state.since().plus(limit))) {
            return Optional.empty();
        }
        return look.seen()
                .setback()
                .map(attempt -> answer(gate, attempt))
                .or(() -> toldBefore(gate, look));
    }

    /** Answers and one more. */
    static List<GateAnswer> with(List<GateAnswer> answers, GateAnswer one) {
        List<GateAnswer> all = new ArrayList<>(answers);
        all.add(one);
        return all;
    }

    private static GateAnswer answer(String gate, Attempt attempt) {
        return GateAnswer.hold(
                gate,
                switch (attempt.result()) {
                    case BLOCKED -> "BudgetBlocks";
                    case FORBIDDEN -> "PermissionMissing";
                    case DONE, CONFLICT, FAILED -> "ApiRefuses";
                },
                attempt.effect() + " " + attempt.target() + ": " + attempt.detail());
    }

    private static Optional<GateAnswer> toldBefore(String gate, Look look) {
        return look.incident().state() instanceof Held held
                ? held.answers().stream()
                        .filter(answer -> answer.holds() && answer.gate().equals(gate))
                        .findFirst()
                : Optional.empty();
    }
}
