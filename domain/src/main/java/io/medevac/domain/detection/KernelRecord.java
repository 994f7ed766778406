package io.medevac.domain.detection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record of a kernel log: one line, or several that belong together.
 *
 * @param line number of its first line, from 1
 * @param node the machine that the framing names; null when it names none
 * @param fact what it says
 * @param text all of its text without framing, control characters removed
 * @param at when it was said: by its stamp, read as UTC where the stamp has no zone; where there is
 *     only the kernel's clock, that many seconds after the epoch; null when nothing tells
 */
public record KernelRecord(
        long line, @Nullable String node, KernelFact fact, String text, @Nullable Instant at) {}
