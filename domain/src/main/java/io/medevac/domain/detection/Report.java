package io.medevac.domain.detection;

import java.util.List;
import java.util.UUID;

/**
 * What a source that is no kernel log observed of one node.
 *
 * @param node the node, by its name in Kubernetes
 * @param observations in the order they were made
 */
public record Report(String node, List<Observation> observations) {

    /** Keeps a copy. */
    public Report {
        observations = List.copyOf(observations);
    }

    /**
     * One observation.
     *
     * @param signalId its identity: the same observation made again has the same
     * @param incidentIfFirst identity of the incident that it opens, if it opens one
     * @param origin the exact source: URL, object
     * @param position sequence number within the origin; 0 where it has none
     * @param source kind of source
     * @param boot which boot it belongs to
     * @param finding what it is, read and classified
     * @param raw as observed, made safe, at most {@link Signal#RAW_LIMIT} characters
     */
    public record Observation(
            UUID signalId,
            UUID incidentIfFirst,
            String origin,
            long position,
            Source source,
            BootClaim boot,
            Finding finding,
            String raw) {}
}
