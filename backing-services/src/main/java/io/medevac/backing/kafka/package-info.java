/** A Kafka broker of one process, and the topics as data. */
@NullMarked
package io.medevac.backing.kafka;

import org.jspecify.annotations.NullMarked;
