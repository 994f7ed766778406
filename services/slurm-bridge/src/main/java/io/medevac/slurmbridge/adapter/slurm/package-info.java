/** Slurm by its command line, as of 22.05: reads squeue and sinfo --json, acts with scontrol. */
@NullMarked
package io.medevac.slurmbridge.adapter.slurm;

import org.jspecify.annotations.NullMarked;
