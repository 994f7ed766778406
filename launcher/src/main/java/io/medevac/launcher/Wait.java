package io.medevac.launcher;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits, with a deadline, for what happens outside of this process and tells nobody. */
public final class Wait {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private Wait() {}

    /** A condition that is looked at again and again. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws InterruptedException;
    }

    /**
     * Returns as soon as the condition holds.
     *
     * @param what in words, for the failure
     * @throws CommandFailure when it does not hold in time
     */
    public static void until(String what, Duration deadline, Condition condition)
            throws InterruptedException {
        if (!holdsWithin(deadline, condition)) {
            throw new CommandFailure("not within %d s: %s".formatted(deadline.toSeconds(), what));
        }
    }

    /** Whether the condition holds in time. */
    public static boolean holdsWithin(Duration deadline, Condition condition)
            throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            pause(LOOK_AGAIN);
        }
        return true;
    }

    /** Does nothing for a while: the interval of somebody who watches. */
    public static void pause(Duration duration) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
    }
}
