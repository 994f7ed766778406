package io.medevac.domain.notification;

import io.medevac.domain.fault.RecommendedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the operators were told of an incident so far; keeps a storm of faults or holds to a few
 * messages.
 *
 * @param fault gravest action of the faults that were reported; null when none was
 * @param holds each kind of hold that was reported, see {@link #holdOf}
 * @param attention whether they know of it as something that a node is or should be taken out for
 */
public record Told(@Nullable RecommendedAction fault, List<String> holds, boolean attention) {

    /** Nothing yet. */
    public static final Told NOTHING = new Told(null, List.of(), false);

    public Told {
        holds = List.copyOf(holds);
    }

    /** Whether a fault with this action is graver than all that were reported. */
    boolean isGraver(RecommendedAction action) {
        return fault == null || rank(action) > rank(fault);
    }

    boolean knowsHold(News.RemediationHeld held) {
        return holds.contains(holdOf(held));
    }

    Told withFault(RecommendedAction action) {
        return new Told(action, holds, attention);
    }

    Told withHold(News.RemediationHeld held) {
        return withHoldOfMany(held).withAttention();
    }

    /** Told among others, not by its own name. */
    Told withHoldOfMany(News.RemediationHeld held) {
        List<String> more = new ArrayList<>(holds);
        more.add(holdOf(held));
        return new Told(fault, more, attention);
    }

    Told withAttention() {
        return new Told(fault, holds, true);
    }

    /**
     * Holds are the same when the same gates hold in the same phase, whatever their details; those
     * by the same limit of the pool are, whatever else holds.
     */
    private static String holdOf(News.RemediationHeld held) {
        Optional<News.Gate> limit = Storm.limitOf(held);
        if (limit.isPresent()) {
            return held.phase() + ": " + limit.get().name();
        }
        List<String> gates = held.holding().stream().map(News.Gate::name).sorted().toList();
        return held.phase() + ": " + String.join(", ", gates);
    }

    private static int rank(RecommendedAction action) {
        return switch (action) {
            case NONE -> 0;
            case RESTART_APP -> 1;
            case UNKNOWN -> 2;
            case CONTACT_SUPPORT -> 3;
            case RESET_GPU, REBOOT_NODE, REPLACE_NODE -> 4;
        };
    }
}
