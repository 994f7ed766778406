/** Slurm's nodes and jobs, in Slurm's words, and which Slurm node a Kubernetes node serves. */
@NullMarked
package io.medevac.domain.slurm;

import org.jspecify.annotations.NullMarked;
