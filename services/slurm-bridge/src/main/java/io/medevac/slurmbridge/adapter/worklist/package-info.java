/** Which evacuation is looked at when. */
@NullMarked
package io.medevac.slurmbridge.adapter.worklist;

import org.jspecify.annotations.NullMarked;
