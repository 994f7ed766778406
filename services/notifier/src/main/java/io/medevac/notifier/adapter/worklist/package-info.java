/** Runs due deliveries, each route for itself. */
@NullMarked
package io.medevac.notifier.adapter.worklist;

import org.jspecify.annotations.NullMarked;
