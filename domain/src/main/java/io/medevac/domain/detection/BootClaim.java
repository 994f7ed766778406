package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which boot an observation belongs to, as far as its source tells. What cannot be bound is
 * reported with an unknown boot, and nothing is repaired for it: a mark that a machine carries over
 * a restart must not take out the machine that came after it.
 */
public sealed interface BootClaim {
    /** So far the clock of a machine may be ahead of ours and is still believed. */
    Duration SKEW = Duration.ofMinutes(5);

    /**
     * What a time of a source says of the boot: nothing when it is missing or lies in a future that
     * no honest clock shows.
     *
     * @param at when it happened, by the clock of the source; null when it does not say
     * @param now by our clock
     */
    static BootClaim at(@Nullable Instant at, Instant now) {
        return at == null || at.isAfter(now.plus(SKEW)) ? new Unknown() : new At(at);
    }

    /**
     * The machine it belongs to, maybe with an unknown boot; empty while Kubernetes has to show the
     * node first.
     *
     * @param node what Kubernetes shows of the node; null when it has none or does not answer
     */
    Optional<Machine> bind(@Nullable NodeSeen node);

    /**
     * The source names the boot.
     *
     * @param bootId the boot, as in {@code status.nodeInfo.bootID}
     */
    record Named(String bootId) implements BootClaim {
        @Override
        public Optional<Machine> bind(@Nullable NodeSeen node) {
            return Optional.ofNullable(node).map(shown -> new Machine(shown.uid(), bootId));
        }
    }

    /**
     * It happened at this time: in the boot that runs now, if that was seen before. Of what is
     * older nobody knows the boot.
     *
     * @param at when it happened, by the clock of the source
     */
    record At(Instant at) implements BootClaim {
        @Override
        public Optional<Machine> bind(@Nullable NodeSeen node) {
            if (node == null || node.bootId() == null) {
                return Optional.empty();
            }
            return Optional.of(
                    at.isBefore(node.since()) ? new Machine(node.uid(), null) : node.machine());
        }
    }

    /** It was there when it was looked at for the first time: since when, nobody knows. */
    record Unknown() implements BootClaim {
        @Override
        public Optional<Machine> bind(@Nullable NodeSeen node) {
            return Optional.ofNullable(node).map(shown -> new Machine(shown.uid(), null));
        }
    }
}
