/** An evacuation that never was, played before the service is ready. */
@NullMarked
package io.medevac.slurmbridge.adapter.rehearsal;

import org.jspecify.annotations.NullMarked;
