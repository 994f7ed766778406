package io.medevac.wire;

import org.jspecify.annotations.Nullable;

/** It will never work: the record goes to the dead-letter topic, or the work item is given up. */
public final class PermanentFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PermanentFailure(String message) {
        super(message);
    }

    public PermanentFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
