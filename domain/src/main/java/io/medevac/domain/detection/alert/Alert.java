package io.medevac.domain.detection.alert;

import io.medevac.domain.detection.metric.Place;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One alert of a group, with a status of its own.
 *
 * @param status whether it fires; the status of its group says nothing of it
 * @param labels its labels
 * @param annotations its annotations
 * @param startsAt when it began to fire; null when not given
 * @param fingerprint of its labels, by Alertmanager; may be empty
 */
public record Alert(
        Status status,
        Map<String, String> labels,
        Map<String, String> annotations,
        @Nullable Instant startsAt,
        String fingerprint) {

    /** Keeps copies. */
    public Alert {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
    }

    /** Whether an alert fires. */
    public enum Status {
        FIRING,
        /** Its series fell below, or vanished: no repair. */
        RESOLVED
    }

    /** The same for the same alert of every peer of a highly available Alertmanager. */
    public String identity() {
        String labelled = fingerprint.isEmpty() ? new TreeMap<>(labels).toString() : fingerprint;
        return labelled + " " + startsAt;
    }

    /** Hosts that it names, the likeliest node first; empty when it names none. */
    public List<String> hosts() {
        return Place.hosts(labels);
    }

    /** Its labels and annotations, as text for people. */
    public String shown() {
        return new TreeMap<>(labels) + " " + new TreeMap<>(annotations);
    }
}
