package io.medevac.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** All that is left to chance, from one seed. */
final class Chance {
    private final Random random;

    Chance(long seed) {
        this.random = new Random(seed);
    }

    /** From 0 to below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** From the first to the last, both included. */
    int between(int first, int last) {
        return first + random.nextInt(last - first + 1);
    }

    /** True so many times in a thousand. */
    boolean perMille(int times) {
        return random.nextInt(1_000) < times;
    }

    /** One of them. */
    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Some of them, all different. */
    <T> List<T> some(List<T> choices, int count) {
        List<T> left = new ArrayList<>(choices);
        List<T> some = new ArrayList<>();
        while (some.size() < count && !left.isEmpty()) {
            some.add(left.remove(random.nextInt(left.size())));
        }
        return some;
    }

    UUID id() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
