/**
 * Bringing the jobs off a Slurm node whose machine is faulty, and seeing them run again: facts in,
 * decision out.
 */
@NullMarked
package io.medevac.domain.slurm.evacuation;

import org.jspecify.annotations.NullMarked;
