/** Log lines and metrics of transitions. */
@NullMarked
package io.medevac.slurmbridge.adapter.metrics;

import org.jspecify.annotations.NullMarked;
