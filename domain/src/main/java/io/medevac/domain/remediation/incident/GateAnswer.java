package io.medevac.domain.remediation.incident;

import java.util.List;

/**
 * What one gate answered, with the inputs it looked at.
 *
 * @param gate name of the gate
 * @param outcome whether it lets the action through
 * @param reason one stable word for the answer ({@code ForeignCordon}); two answers with the same
 *     gate, outcome and reason say the same
 * @param detail the inputs and the limit in words ({@code 0 of 1 in flight})
 */
public record GateAnswer(String gate, Outcome outcome, String reason, String detail) {
    /** The gate that asks whether the fault needs anything done to the node at all. */
    public static final String ACTION = "action";

    /** Whether a gate lets the action through. */
    public enum Outcome {
        PASS,
        HOLD
    }

    /** Lets it through. */
    public static GateAnswer pass(String gate, String reason, String detail) {
        return new GateAnswer(gate, Outcome.PASS, reason, detail);
    }

    /** Says no. */
    public static GateAnswer hold(String gate, String reason, String detail) {
        return new GateAnswer(gate, Outcome.HOLD, reason, detail);
    }

    /** Lets it through, whatever the gate found, because a person approved it. */
    public static GateAnswer approved(String gate, String found, Order approval) {
        return pass(gate, "Approved", found + ", but approved " + approval.words());
    }

    /** Whether it says no. */
    public boolean holds() {
        return outcome == Outcome.HOLD;
    }

    /** Those that say no. */
    public static List<GateAnswer> holding(List<GateAnswer> answers) {
        return answers.stream().filter(GateAnswer::holds).toList();
    }

    /**
     * Whether two lists of answers say the same, whatever figures they name. Where nothing is to be
     * done anyway, what the other gates would say is not worth a word.
     */
    public static boolean saySame(List<GateAnswer> some, List<GateAnswer> others) {
        return essence(some).equals(essence(others));
    }

    private static List<GateAnswer> essence(List<GateAnswer> answers) {
        boolean nothingToDo =
                answers.stream().anyMatch(answer -> answer.holds() && answer.gate.equals(ACTION));
        return answers.stream()
                .filter(answer -> !nothingToDo || answer.gate.equals(ACTION))
                .map(answer -> new GateAnswer(answer.gate, answer.outcome, answer.reason, ""))
                .toList();
    }
}
