package io.medevac.domain.remediation.incident;

import io.medevac.domain.fault.Fault;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.UUID;

/**
 * A fault the incident has, counted once for each kind, code and GPU.
 *
 * @param fault the fault
 * @param event the event that told of it first
 * @param firstAt when it was first seen
 * @param lastAt when it was last seen
 * @param count how often it was seen
 */
public record KnownFault(Fault fault, UUID event, Instant firstAt, Instant lastAt, int count) {

    /** The worse one is greater: by severity, then by how much the action takes. */
    static final Comparator<KnownFault> BY_GRAVITY =
            Comparator.comparing((KnownFault known) -> known.fault.severity())
                    .thenComparing(known -> known.fault.action().takesNodeOut())
                    .thenComparing(known -> known.fault.action());

    /** A fault seen for the first time. */
    static KnownFault first(Fault fault, UUID event, Instant at) {
        return new KnownFault(fault, event, at, at, 1);
    }

    /** Whether the other is the same trouble of the same GPU. */
    boolean sameAs(Fault other) {
        return fault.kind().equals(other.kind())
                && Objects.equals(fault.code(), other.code())
                && fault.gpu().equals(other.gpu())
                && fault.action() == other.action();
    }

    /** Seen once more. */
    KnownFault again(Instant at) {
        return new KnownFault(
                fault,
                event,
                at.isBefore(firstAt) ? at : firstAt,
                at.isAfter(lastAt) ? at : lastAt,
                count + 1);
    }
}
