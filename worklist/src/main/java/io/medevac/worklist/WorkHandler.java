package io.medevac.worklist;

import java.time.Instant;
import java.util.Optional;

/** Works on one key: observe, decide, store, act. Must be safe to run again at any point. */
@FunctionalInterface
public interface WorkHandler {

    /**
     * Runs on a virtual thread, may block, must end within the time given to {@link Worklist#work}.
     *
     * @return when to look at the key again; empty when nothing is left to do
     * @throws Exception when it did not work: run again after a back-off
     */
    Optional<Instant> run(String key) throws Exception;
}
