package io.medevac.wire;

import org.jspecify.annotations.Nullable;

/** It may work later: the same record or work item is tried again. */
public final class TransientFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TransientFailure(String message) {
        super(message);
    }

    public TransientFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
