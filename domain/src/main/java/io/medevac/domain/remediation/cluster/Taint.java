package io.medevac.domain.remediation.cluster;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A taint of a node, complete, since Kubernetes only takes the list as a whole.
 *
 * @param key key
 * @param value value; null when it has none
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 * @param timeAdded when it was added, as Kubernetes wrote it; null when not written
 */
public record Taint(String key, @Nullable String value, String effect, @Nullable String timeAdded) {

    /** Effect of a taint that keeps new pods away. */
    public static final String NO_SCHEDULE = "NoSchedule";

    /** Effect of a taint that also removes the pods that are there. */
    public static final String NO_EXECUTE = "NoExecute";

    /** The taint of a node that is in quarantine for this incident. */
    public static Taint quarantine(String incident) {
        return new Taint(WellKnown.QUARANTINE_TAINT, incident, NO_SCHEDULE, null);
    }

    /** The taint that frees the pods of a node that is off, marked as ours. */
    public static Taint outOfService() {
        return new Taint(
                WellKnown.OUT_OF_SERVICE_TAINT, WellKnown.OUT_OF_SERVICE_VALUE, NO_EXECUTE, null);
    }

    /** The incident that the value names, if it names one. */
    Optional<UUID> incident() {
        try {
            return Optional.ofNullable(value).map(UUID::fromString);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether key, value and effect are equal; the time does not count. */
    public boolean sameAs(Taint other) {
        return key.equals(other.key)
                && effect.equals(other.effect)
                && (value == null ? "" : value).equals(other.value == null ? "" : other.value);
    }
}
