package io.medevac.detector.port;

import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.Detection.WaitingRoom;
import io.medevac.domain.detection.LogProgress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How far each log has been read, the open incidents, and the signals that wait for their boot. The
 * faults that a decision names are told in the transaction that stores it. Decisions about one node
 * are made one after the other, in whatever process. Every method blocks, and throws an unchecked
 * exception when the store does not answer; nothing has changed then.
 */
public interface DetectionStore {

    /** How far the log of this node has been taken in; empty when it was never seen. */
    Optional<LogProgress> progress(String stream, String node);

    /**
     * Takes in a stretch of a log in one transaction.
     *
     * @param stream name of the log
     * @param signals identities of the signals in it, each of which is taken once and never again
     * @param decide pure, may run more than once; empty: nothing is stored
     * @return what was decided and stored
     */
    default Optional<Outcome> takeIn(
            String stream,
            String node,
            Set<UUID> signals,
            Function<Known, Optional<Outcome>> decide) {
        return takeInAll(List.of(new Stretch(stream, node, signals, decide))).getFirst();
    }

    /**
     * Takes in stretches of the logs of different nodes, all in one transaction.
     *
     * @param stretches of each node at most one
     * @return what was decided and stored, one for each stretch; empty: nothing of it is stored
     */
    List<Optional<Outcome>> takeInAll(List<Stretch> stretches);

    /**
     * A stretch of a log that is to be taken in.
     *
     * @param stream name of the log
     * @param signals identities of the signals in it, each of which is taken once and never again
     * @param decide pure, may run more than once; empty: nothing is stored
     */
    record Stretch(
            String stream,
            String node,
            Set<UUID> signals,
            Function<Known, Optional<Outcome>> decide) {}

    /**
     * Takes in observations of a source that is no log, in one transaction with what the source is
     * remembered by.
     *
     * @param signals identities of the signals, each of which is taken once and never again
     * @param state to remember the source by; null when nothing has to be
     * @param decide pure, may run more than once
     * @return what was decided and stored; empty when another replica has stored a state of this
     *     version or a later one: nothing is stored then
     */
    Optional<Placed> takeIn(
            String node,
            Set<UUID> signals,
            @Nullable SourceState state,
            Function<Known, Placed> decide);

    /** What these sources are remembered by; one that was never stored is not among them. */
    List<SourceState> states(Collection<String> keys);

    /**
     * What all sources of a kind are remembered by.
     *
     * @param kind how their keys begin
     */
    List<SourceState> statesOf(String kind);

    /**
     * Looks again at the waiting signals of a node in one transaction.
     *
     * @param decide pure, may run more than once
     * @return what was decided and stored
     */
    Review review(String node, Function<WaitingRoom, Review> decide);

    /**
     * Closes an incident, so that the next fault of its boot opens another one. Closing twice, or
     * an incident that was never open here, changes nothing.
     *
     * @param event identity of the event that says so
     */
    void close(UUID event, UUID incident);
}
