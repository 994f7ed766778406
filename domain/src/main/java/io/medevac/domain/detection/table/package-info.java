/** Tables that are shipped with the rules. */
@NullMarked
package io.medevac.domain.detection.table;

import org.jspecify.annotations.NullMarked;
