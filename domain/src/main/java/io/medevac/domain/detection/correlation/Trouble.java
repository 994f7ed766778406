package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One trouble of one node: what several records, maybe of several sources, say together.
 *
 * @param node the node; null when no record tells
 * @param devices GPUs and switches that records name, each once
 * @param codes numbers of the records and of the causes they name, each once, rising
 * @param root what explains the others
 * @param scope what is broken
 * @param severity how bad
 * @param action what to do
 * @param occurrences how many records are in it, from 1
 * @param first when it began; null when no record tells an absolute time
 * @param last when it was last seen; null when no record tells an absolute time
 * @param sources who tells of it, each once, the richest first
 * @param notes what a person should know beside it, in short sentences
 */
public record Trouble(
        @Nullable String node,
        List<Device> devices,
        List<Integer> codes,
        Root root,
        FaultScope scope,
        Severity severity,
        RecommendedAction action,
        long occurrences,
        @Nullable Instant first,
        @Nullable Instant last,
        List<Source> sources,
        List<String> notes) {

    /**
     * A GPU or a switch.
     *
     * @param index index of the GPU on its node, where a source names it; null otherwise
     * @param name name of the switch, else UUID, else PCI address; the index as text without one
     */
    public record Device(@Nullable Integer index, String name) {}

    /**
     * What explains the others.
     *
     * @param kind its kind, in the words of {@link io.medevac.domain.fault.Fault#kind}
     * @param code its number; null where the kind has none
     */
    public record Root(String kind, @Nullable Integer code) {

        @Override
        public String toString() {
            return code == null ? kind : kind.toLowerCase(java.util.Locale.ROOT) + " " + code;
        }
    }
}
