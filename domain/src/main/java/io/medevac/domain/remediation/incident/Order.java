package io.medevac.domain.remediation.incident;

import java.time.Instant;

/**
 * What a person has ordered.
 *
 * @param operator who, {@code user@host}
 * @param reason why, in one line; empty when not given
 * @param at when it was taken in
 */
public record Order(String operator, String reason, Instant at) {

    private static final int LONGEST_REASON = 300;

    /** An order as it was given: the reason becomes one line of at most 300 characters. */
    public static Order of(String operator, String reason, Instant at) {
        String line = reason.replaceAll("\\p{Cntrl}+", " ").strip();
        return new Order(
                operator.replaceAll("\\p{Cntrl}+", " ").strip(),
                line.substring(0, Math.min(line.length(), LONGEST_REASON)),
                at);
    }

    /** {@code by ada@admin-0: the GPU was reseated}. */
    public String words() {
        return reason.isEmpty() ? "by " + operator : "by " + operator + ": " + reason;
    }
}
