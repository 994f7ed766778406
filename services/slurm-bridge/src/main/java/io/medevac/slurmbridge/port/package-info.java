/** What the use cases need from the outside, in the domain's words. Plain and blocking. */
@NullMarked
package io.medevac.slurmbridge.port;

import org.jspecify.annotations.NullMarked;
