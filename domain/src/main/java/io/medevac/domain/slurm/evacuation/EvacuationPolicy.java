package io.medevac.domain.slurm.evacuation;

import java.time.Duration;

/**
 * How long is waited for what, and how often is looked.
 *
 * @param look between two looks while things move
 * @param slowLook between two looks when nothing has changed for {@code slowAfter}
 * @param slowAfter see there
 * @param confirm between the two answers that must agree that a node is empty
 * @param unknownLook between two looks when Slurm gave no usable answer
 * @param askAgain before a requeue that had no effect is asked for again
 * @param drainWithin for the Slurm node to be found and drained, and for anything in the evacuation
 *     that has no deadline of its own
 * @param leaveWithin for a job to leave, beyond its grace (epilog, unkillable processes)
 * @param notRequeueableWithin for a job that cannot be requeued to end by itself
 * @param replaceWithin for a replacement to be named
 * @param joinWithin for the replacement to register in Slurm
 * @param resumeWithin for the jobs to run again, from when the replacement has joined
 * @param runningFor a job without progress file counts as resumed when it ran for this long
 */
public record EvacuationPolicy(
        Duration look,
        Duration slowLook,
        Duration slowAfter,
        Duration confirm,
        Duration unknownLook,
        Duration askAgain,
        Duration drainWithin,
        Duration leaveWithin,
        Duration notRequeueableWithin,
        Duration replaceWithin,
        Duration joinWithin,
        Duration resumeWithin,
        Duration runningFor) {}
