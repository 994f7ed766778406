package io.medevac.slurmbridge.port;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Evacuations, one an incident. An update is one transaction: load under a lock, decide, store the
 * state and the events. The function must be pure, since it may be run again.
 */
public interface EvacuationStore {

    /** The evacuation as it stands. */
    Optional<Evacuation> load(UUID incident);

    /**
     * Decides on the state as it stands.
     *
     * @param decide empty when nothing is to be changed
     * @return what was decided and stored
     */
    Optional<Decision> update(
            UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide);

    /**
     * Takes an event into the state, once however often it comes, and has the evacuation looked at
     * when the decision says.
     *
     * @param event id of the event
     * @param decide see {@link #update}
     */
    Optional<Decision> take(
            UUID event, UUID incident, Function<Optional<Evacuation>, Optional<Decision>> decide);

    /** Incidents whose evacuation of this Kubernetes node is not over. */
    Set<UUID> openOn(String node);
}
