/** Metrics as text, and the place that their labels name. */
@NullMarked
package io.medevac.domain.detection.metric;

import org.jspecify.annotations.NullMarked;
