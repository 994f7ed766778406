package io.medevac.domain.detection.condition;

import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A taint of a device that a DRA driver publishes in a ResourceSlice. It stays until the driver
 * starts anew.
 *
 * @param node node of the slice; null when not given
 * @param gpu the device, as far as known
 * @param key key of the taint
 * @param value its value; may be empty
 * @param at when it was added; null when not given
 */
public record DeviceTaint(
        @Nullable String node, Gpu gpu, String key, String value, @Nullable Instant at) {}
