package io.medevac.domain.detection;

import io.medevac.domain.fault.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One observation of any source, read and classified. Also observations that are no fault (an
 * identity line, a link that came up) are findings; their action is {@code NONE}.
 *
 * @param fault what it means
 * @param node the node it was seen on, in the words of the source; null when the source names none
 * @param pid process that the source names; null when none
 * @param process name of that process; null when none
 * @param link NVLink the source names, -1 where the driver itself says so; null when none
 * @param device device that is no GPU ({@code nvswitch1}); null when none
 * @param at when it happened, by the source's clock; null when the source tells no absolute time
 */
public record Finding(
        Fault fault,
        @Nullable String node,
        @Nullable Integer pid,
        @Nullable String process,
        @Nullable Integer link,
        @Nullable String device,
        @Nullable Instant at) {
    /** Longest name that is kept. */
    private static final int NAME = 253;

    /** Makes names of the source safe, and cuts them. */
    public Finding {
        node = safe(node);
        process = safe(process);
        device = safe(device);
    }

    /** The same observation with another meaning. */
    public Finding with(Fault other) {
        return new Finding(other, node, pid, process, link, device, at);
    }

    private static @Nullable String safe(@Nullable String name) {
        return name == null ? null : Text.cut(Text.clean(name), NAME);
    }
}
