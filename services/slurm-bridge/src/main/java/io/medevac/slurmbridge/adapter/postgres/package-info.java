/** Evacuations in the service's own schema. */
@NullMarked
package io.medevac.slurmbridge.adapter.postgres;

import org.jspecify.annotations.NullMarked;
