/**
 * How a service takes events in and gives them out: the transactional outbox, the guard against
 * repeated events, dead letters, and what a failure means.
 */
@NullMarked
package io.medevac.messaging;

import org.jspecify.annotations.NullMarked;
