/** Deliveries and what was told, in PostgreSQL, with the events about them in one transaction. */
@NullMarked
package io.medevac.notifier.adapter.postgres;

import org.jspecify.annotations.NullMarked;
