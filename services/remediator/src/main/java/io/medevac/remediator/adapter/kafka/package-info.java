/** Events in, events out. */
@NullMarked
package io.medevac.remediator.adapter.kafka;

import org.jspecify.annotations.NullMarked;
