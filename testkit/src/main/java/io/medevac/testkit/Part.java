package io.medevac.testkit;

import java.time.Duration;

/** One of the real parts, wherever it runs: started, killed and started again with its data. */
public interface Part {

    /** Starts it unless it runs; does not wait until it is ready. */
    void start();

    /** Whether it runs. */
    boolean isAlive();

    /** Whether it runs and does its work at this moment. */
    boolean isReady();

    /**
     * Waits until it is ready.
     *
     * @throws RuntimeException when it ends before, or is not ready within the deadline
     */
    void awaitReady(Duration deadline);

    /** Kills it as a crash would (SIGKILL) and returns when it is gone; its data stay. */
    void kill();
}
