/** An incident that never was, played before the service is ready. */
@NullMarked
package io.medevac.remediator.adapter.rehearsal;

import org.jspecify.annotations.NullMarked;
