/** Transitions, holds and effects as log lines and metrics. */
@NullMarked
package io.medevac.remediator.adapter.metrics;

import org.jspecify.annotations.NullMarked;
