package io.medevac.domain.slurm;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A Slurm node with who said why it is as it is.
 *
 * @param node the node with the reason that stands
 * @param setBy user who set the reason; null when Slurm does not say
 * @param setAt when it was set, to the second; null when Slurm does not say
 */
public record StandingReason(SlurmNode node, @Nullable String setBy, @Nullable Instant setAt) {
    private static final int LONGEST = 1000;

    /**
     * Whether somebody else closed the node to new work, or set it down; a node that merely fell
     * silent is not closed by anybody.
     */
    public boolean closedByOthers() {
        return (node.state().drain() || node.state().base() == SlurmNodeBaseState.DOWN)
                && node.reason().foreign();
    }

    /** The reason, cut to what an event carries. */
    public String text() {
        String text = node.reason().text().replace("\u0000", "");
        if (text.length() <= LONGEST) {
            return text;
        }
        boolean pair = Character.isHighSurrogate(text.charAt(LONGEST - 1));
        return text.substring(0, pair ? LONGEST - 1 : LONGEST);
    }
}
