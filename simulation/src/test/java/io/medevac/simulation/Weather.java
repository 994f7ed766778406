package io.medevac.simulation;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What may happen around each call: the process dies before or after it, or another one comes
 * between.
 */
final class Weather {
    private final Chance chance;
    private boolean fair;
    private boolean between;
    private @Nullable Runnable other;

    Weather(Chance chance) {
        this.chance = chance;
    }

    /** From now on nothing happens any more. */
    void clear() {
        fair = true;
    }

    /** What another replica may do between two calls of this one. */
    void other(Runnable work) {
        other = work;
    }

    <T> T around(String call, Supplier<T> work) {
        before(call);
        T result = work.get();
        if (!fair && chance.perMille(8)) {
            throw new Crash("after " + call);
        }
        return result;
    }

    private void before(String call) {
        if (fair) {
            return;
        }
        if (chance.perMille(8)) {
            throw new Crash("before " + call);
        }
        if (other != null && !between && chance.perMille(60)) {
            between = true;
            try {
                other.run();
            } finally {
                between = false;
            }
        }
    }
}
