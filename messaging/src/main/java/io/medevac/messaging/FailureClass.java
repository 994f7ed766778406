package io.medevac.messaging;

import io.medevac.wire.PermanentFailure;
import io.medevac.wire.TransientFailure;
import java.util.Set;
import org.apache.avro.AvroRuntimeException;

/** What a failure means for the record that was being handled. */
public enum FailureClass {
    /** May work later: try the same record again. */
    TRANSIENT,
    /** Will never work: dead-letter it and go on. */
    PERMANENT;

    /** Programming and data errors; everything else (database, network, registry) may heal. */
    private static final Set<Class<? extends RuntimeException>> NEVER_HEALS =
            Set.of(
                    IllegalArgumentException.class,
                    IllegalStateException.class,
                    NullPointerException.class,
                    ClassCastException.class,
                    ArithmeticException.class,
                    IndexOutOfBoundsException.class,
                    UnsupportedOperationException.class,
                    AvroRuntimeException.class);

    /** Classifies by the failure itself or, where it is a wrapper, by its causes. */
    public static FailureClass of(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause() == t ? null : t.getCause()) {
            if (t instanceof TransientFailure) {
                return TRANSIENT;
            }
            if (t instanceof PermanentFailure) {
                return PERMANENT;
            }
        }
        return NEVER_HEALS.stream().anyMatch(type -> type.isInstance(failure))
                ? PERMANENT
                : TRANSIENT;
    }
}
