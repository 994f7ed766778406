/** Events in: one consumer a topic, one mapper to the words of the domain. */
@NullMarked
package io.medevac.notifier.adapter.kafka;

import org.jspecify.annotations.NullMarked;
