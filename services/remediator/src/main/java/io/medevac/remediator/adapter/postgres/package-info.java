/** Incidents in PostgreSQL. */
@NullMarked
package io.medevac.remediator.adapter.postgres;

import org.jspecify.annotations.NullMarked;
