package io.medevac.notifier.port;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Told;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Deliveries and what was told of each incident. Each method is one transaction; the functions must
 * be pure, since they may run again. Database failures are thrown and may heal.
 */
public interface DeliveryStore {

    /**
     * What an event leads to.
     *
     * @param told what was told of its incident, after this
     * @param storm what was told of the limit that holds it, after this
     * @param deliveries new ones, due when they were created
     */
    record Intake(Told told, Storm storm, List<Delivery> deliveries) {
        public Intake {
            deliveries = List.copyOf(deliveries);
        }
    }

    /**
     * Takes an event in, once: a repeated one changes nothing. A delivery that is there already
     * stays as it is; one that was not tried yet takes the newer message.
     *
     * @param storm what identifies the storm it belongs to ({@link Storm#groupOf}); empty for none
     * @param decide from what was told before of the incident, and of the storm
     * @return whether the event was new
     */
    boolean take(Origin origin, Optional<UUID> storm, BiFunction<Told, Storm, Intake> decide);

    /** The delivery; empty when there is none of this id. */
    Optional<Delivery> find(UUID id);

    /**
     * Changes a delivery that is pending; when it comes to its end, the event that says so is
     * written with it.
     *
     * @return what was decided; empty when there is no such delivery or it has ended
     */
    Optional<Delivery.Step> settle(UUID id, Function<Delivery, Delivery.Step> decide);

    /** Pending deliveries whose route is none of these. */
    List<UUID> pendingOutside(Set<String> routes);

    /** Forgets deliveries that ended, and incidents last told of, before the time. */
    void forget(Instant before);
}
