package io.medevac.domain.detection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of a kernel log that says something.
 *
 * @param fact what it says
 * @param stamp when it was said, by the machine's clock; null when the line gives no absolute time
 *     with its zone
 * @param uptime seconds since the kernel started; null when the line does not give them
 */
public record KernelLine(KernelFact fact, @Nullable Instant stamp, @Nullable Double uptime) {}
