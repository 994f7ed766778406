package io.medevac.domain.detection;

import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The boot that the lines of a log belong to now. Kubernetes shows a new boot id only some seconds
 * after the kernel's first line, so between the two a fault belongs to a boot that has no name yet;
 * binding it to the boot id that Kubernetes still shows would charge a machine that is gone.
 */
public sealed interface BootSegment {

    /** Before the first line of a log that does not show the beginning of a boot. */
    BootSegment FIRST = new Awaited(null, null);

    /**
     * The boot that a line of this segment belongs to; empty while Kubernetes has not shown it.
     *
     * @param node what Kubernetes shows of the node; null when it has no such node or does not
     *     answer
     * @param writtenAt when the line was written, null when not known
     */
    Optional<Machine> bind(@Nullable NodeSeen node, @Nullable Instant writtenAt);

    /** The last boot that has a name; null when there was none. */
    @Nullable Machine lastKnown();

    /**
     * The boot is known.
     *
     * @param machine node UID and boot id, both known
     */
    record Known(Machine machine) implements BootSegment {

        /**
         * This boot. When Kubernetes shows another boot though the log showed no beginning of one:
         * the new boot for lines that were written after it was seen, this one for all others.
         */
        @Override
        public Optional<Machine> bind(@Nullable NodeSeen node, @Nullable Instant writtenAt) {
            if (node == null || node.bootId() == null) {
                return Optional.of(machine);
            }
            boolean sameBoot = node.bootId().equals(machine.bootId());
            boolean later = writtenAt != null && writtenAt.isAfter(node.since());
            return Optional.of(sameBoot || later ? node.machine() : machine);
        }

        @Override
        public Machine lastKnown() {
            return machine;
        }
    }

    /**
     * Kubernetes has to show the boot first.
     *
     * @param previous the boot before; null when it is not known
     * @param since when the boot began, as far as known; null when nothing tells
     */
    record Awaited(@Nullable Machine previous, @Nullable Instant since) implements BootSegment {

        /**
         * The boot that Kubernetes shows, if it is another one than before or the kubelet has
         * reported it after this boot began.
         */
        @Override
        public Optional<Machine> bind(@Nullable NodeSeen node, @Nullable Instant writtenAt) {
            return node != null && node.bootId() != null && shownBy(node)
                    ? Optional.of(node.machine())
                    : Optional.empty();
        }

        @Override
        public @Nullable Machine lastKnown() {
            return previous;
        }

        private boolean shownBy(NodeSeen node) {
            if (previous != null && !Objects.equals(previous.bootId(), node.bootId())) {
                return true;
            }
            return since == null
                    || (node.reportedAt() != null && !node.reportedAt().isBefore(since));
        }
    }
}
