package io.medevac.domain.detection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of a kernel log that may say something.
 *
 * @param fact what it says by itself; null when it says nothing, or only with the lines around it
 * @param text what the kernel said, without framing and control characters; empty when somebody
 *     else spoke
 * @param stamp when it was said, by the machine's clock; null when the line gives no absolute time
 *     with its zone
 * @param uptime seconds since the kernel started; null when the line does not give them
 */
public record KernelLine(
        @Nullable KernelFact fact, String text, @Nullable Instant stamp, @Nullable Double uptime) {}
