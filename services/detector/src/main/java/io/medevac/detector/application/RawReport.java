package io.medevac.detector.application;

import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a source that is no kernel log observed of one node.
 *
 * @param source kind of source
 * @param node the node, by its name in Kubernetes
 * @param origin the exact source: URL, object
 * @param state what the source is remembered by from now on; null when nothing has to be. It is
 *     stored with the observations, or neither is
 * @param observations in the order they were made
 */
public record RawReport(
        Source source,
        String node,
        String origin,
        @Nullable SourceState state,
        List<RawFinding> observations) {

    /** Keeps a copy. */
    public RawReport {
        observations = List.copyOf(observations);
    }

    /**
     * One observation.
     *
     * @param identity what tells it from all others of the origin: the same observation, made again
     *     or by another replica, has the same
     * @param position sequence number within the origin; 0 where it has none
     * @param boot which boot it belongs to
     * @param finding what it is, read and classified
     * @param raw as observed; any text of any length
     */
    public record RawFinding(
            String identity, long position, BootClaim boot, Finding finding, String raw) {}
}
