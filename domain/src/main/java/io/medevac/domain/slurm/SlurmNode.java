package io.medevac.domain.slurm;

/**
 * A node as Slurm shows it.
 *
 * @param name Slurm node name
 * @param state state and flags
 * @param reason the reason that stands
 * @param comment comment field; Slinky's operator keeps JSON about the slurmd pod there
 */
public record SlurmNode(String name, SlurmNodeState state, DrainReason reason, String comment) {

    /**
     * Whether somebody already keeps new work away from it: a drain of anybody, or a node that an
     * administrator set DOWN with a reason of his own (unlike a node that merely fell silent, it
     * does not come back by itself).
     */
    public boolean closed() {
        return state.drain() || (state.base() == SlurmNodeBaseState.DOWN && reason.foreign());
    }

    /** Whether it is closed by a drain of ours. */
    public boolean closedByUs() {
        return state.has(SlurmNodeFlag.DRAIN) && reason.ours();
    }
}
