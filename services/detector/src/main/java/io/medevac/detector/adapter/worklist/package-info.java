/** Looks again at waiting signals when it is time. */
@NullMarked
package io.medevac.detector.adapter.worklist;

import org.jspecify.annotations.NullMarked;
