package io.medevac.domain.detection;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a node's kernel log may say nothing.
 *
 * @param patience more than 0; empty: silence says nothing, for a healthy kernel may have nothing
 *     to say for days
 */
public record LogSilence(Optional<Duration> patience) {}
