/** Findings that belong to one trouble of one node are put together. */
@NullMarked
package io.medevac.domain.detection.correlation;

import org.jspecify.annotations.NullMarked;
