package io.medevac.domain.detection.dcgm;

import io.medevac.domain.detection.metric.Place;
import org.jspecify.annotations.Nullable;

/**
 * One field of one device, whatever its labels are.
 *
 * @param node the node; null when nothing names it
 * @param device the GPU or switch on it
 * @param field the metric
 * @param part link or health watch; empty when the field has no parts
 */
record Series(@Nullable String node, String device, String field, String part) {

    static Series of(@Nullable String node, Place place, Field field, String part) {
        return new Series(node, place.key(), field.name(), part);
    }
}
