/** From raw observations to faults: what a line says, what it means, which incident it is of. */
@NullMarked
package io.medevac.domain.detection;

import org.jspecify.annotations.NullMarked;
