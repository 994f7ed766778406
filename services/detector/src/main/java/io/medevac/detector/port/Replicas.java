package io.medevac.detector.port;

import java.util.Set;

/**
 * The replicas of the detector that are alive, so that they can share work that each could do. Two
 * may see a different set for a while: what they share must bear to be done twice.
 */
public interface Replicas {

    /**
     * Says that a replica is alive, and asks who else is. One that has not said so for 20 s counts
     * as dead. Blocks.
     *
     * @param self the name of the replica, unique
     * @return all that are alive, this one too
     * @throws RuntimeException when the store does not answer: soon the others count this one as
     *     dead
     */
    Set<String> alive(String self);

    /** Says that a replica is about to end. Blocks. */
    void leave(String self);
}
