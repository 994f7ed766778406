package io.medevac.launcher.demo;

import io.medevac.launcher.CommandFailure;
import java.time.Duration;

/** Waits with a deadline. */
final class Wait {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private Wait() {}

    /** A condition that is looked at again and again. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws InterruptedException;
    }

    /**
     * Returns as soon as the condition holds.
     *
     * @param what in words, for the failure
     * @throws CommandFailure when it does not hold in time
     */
    static void until(String what, Duration deadline, Condition condition)
            throws InterruptedException {
        if (!holdsWithin(deadline, condition)) {
            throw new CommandFailure(
                    "not within %d s: %s".formatted(deadline.toSeconds(), what));
        }
    }

    /** Whether the condition holds in time. */
    static boolean holdsWithin(Duration deadline, Condition condition)
            throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return true;
    }
}
