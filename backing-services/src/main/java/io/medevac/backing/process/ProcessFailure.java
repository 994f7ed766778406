package io.medevac.backing.process;

/**
 * A process did not start, did not get ready in time, or died. The message says which, and ends
 * with its last log lines.
 */
public final class ProcessFailure extends RuntimeException {

    public ProcessFailure(String message) {
        super(message);
    }

    public ProcessFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
