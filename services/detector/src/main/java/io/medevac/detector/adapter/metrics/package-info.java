/** Counters and gauges for Prometheus. */
@NullMarked
package io.medevac.detector.adapter.metrics;

import org.jspecify.annotations.NullMarked;
