package io.medevac.launcher.stack;

import io.medevac.backing.process.Liveness;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * Asks a process now and then whether it is alive, as Kubernetes' liveness probe does; believes a
 * no only when it comes three times in a row.
 */
final class LifeSigns {

    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final int BELIEVED = 3;

    private final Liveness liveness;
    private Instant next = Instant.MIN;
    private int denials;

    LifeSigns(Liveness liveness) {
        this.liveness = liveness;
    }

    /** Whether it is time to end it. */
    boolean areGone(Instant now) {
        if (now.isBefore(next)) {
            return false;
        }
        next = now.plus(PERIOD);
        denials = isDenied() ? denials + 1 : 0;
        return denials >= BELIEVED;
    }

    private boolean isDenied() {
        try {
            return liveness.saysItIsNotAlive();
        } catch (IOException e) {
            return false;
        }
    }
}
