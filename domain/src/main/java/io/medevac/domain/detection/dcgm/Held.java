package io.medevac.domain.detection.dcgm;

import java.util.Map;

/**
 * What a series showed last.
 *
 * @param value its value, from 0; -1 when it was never seen
 * @param parts codes with their values
 */
record Held(double value, Map<String, Double> parts) {
    /** Never seen. */
    static final Held NOTHING = new Held(-1, Map.of());

    /** Whether it tells no more of the next page than a series that was never seen. */
    boolean isAsNothing(Field field) {
        return value <= 0 && parts.isEmpty() && field.reading() != Field.Reading.RATE;
    }
}
