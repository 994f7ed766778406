/** Runs incidents that are due. */
@NullMarked
package io.medevac.remediator.adapter.worklist;

import org.jspecify.annotations.NullMarked;
