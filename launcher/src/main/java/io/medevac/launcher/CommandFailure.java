package io.medevac.launcher;

/**
 * A command could not do what it was asked for. The message is the one line that the person sees;
 * the exit code is 1, or 2 when the command was used wrongly.
 */
public final class CommandFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int exitCode;

    private CommandFailure(String message, int exitCode, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Something failed: exit code 1. */
    public CommandFailure(String message) {
        this(message, 1, null);
    }

    /** Something failed because of something else: exit code 1. */
    public CommandFailure(String message, Throwable cause) {
        this(message, 1, cause);
    }

    /** The command was used wrongly: exit code 2. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(message, 2, null);
    }

    /** Exit code of the command line. */
    public int exitCode() {
        return exitCode;
    }
}
