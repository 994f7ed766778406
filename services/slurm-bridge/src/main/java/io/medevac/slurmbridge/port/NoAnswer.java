package io.medevac.slurmbridge.port;

/**
 * Slurm or Kubernetes gave no answer that can be used: none at all, too late, with errors, or not
 * complete. It says nothing about the world: neither that something is gone, nor that a call had no
 * effect.
 */
public final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message which call, and what came instead of an answer
     */
    public NoAnswer(String message) {
        super(message);
    }

    /**
     * @param message which call, and what came instead of an answer
     * @param cause what failed
     */
    public NoAnswer(String message, Throwable cause) {
        super(message, cause);
    }
}
