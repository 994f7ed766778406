package io.medevac.messaging;

/**
 * An incident that never was, handled once for practice before the service says that it is ready.
 * Incidents are rare, so the code that handles them is always cold: without practice the first one
 * pays seconds for class loading, connections and schema ids.
 */
@FunctionalInterface
public interface Rehearsal {

    /**
     * Plays it through. Its transactions are rolled back ({@link Transactions#rehearse}); it writes
     * to nothing else, neither to Kubernetes or Slurm nor to people, metrics or logs.
     *
     * @throws RuntimeException when it could not be played to its end
     */
    void play();
}
