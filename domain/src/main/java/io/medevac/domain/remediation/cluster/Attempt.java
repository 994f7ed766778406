package io.medevac.domain.remediation.cluster;

/**
 * How one effect went. It is told to the next look, which decides from what it sees; the attempt
 * only gives the reason why something is not there yet.
 *
 * @param effect simple name of the effect
 * @param target what it was done to: a node name, or {@code namespace/name} of a pod
 * @param result how it went
 * @param detail the answer of the API in one line; empty when it worked
 */
public record Attempt(String effect, String target, Result result, String detail) {

    /** How an effect went. */
    public enum Result {
        /** The API took it. */
        DONE,
        /** Somebody was faster: what was read is out of date. Look again at once. */
        CONFLICT,
        /** Refused for now, by a PodDisruptionBudget. */
        BLOCKED,
        /** Not allowed: a permission is missing. */
        FORBIDDEN,
        /** Did not work, or it is not known whether it did. */
        FAILED
    }

    /** Whether another try should wait a while. */
    public boolean shouldWait() {
        return switch (result) {
            case DONE, CONFLICT -> false;
            case BLOCKED, FORBIDDEN, FAILED -> true;
        };
    }
}
