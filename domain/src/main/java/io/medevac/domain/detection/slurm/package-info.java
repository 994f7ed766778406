/** What Slurm's reasons for closed nodes say of faults. */
@NullMarked
package io.medevac.domain.detection.slurm;

import org.jspecify.annotations.NullMarked;
