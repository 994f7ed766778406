/**
 * How events travel: encoding through the schema registry, headers, the transactional outbox, the
 * guard against repeated events, and what a failure means.
 */
@NullMarked
package io.medevac.messaging;

import org.jspecify.annotations.NullMarked;
