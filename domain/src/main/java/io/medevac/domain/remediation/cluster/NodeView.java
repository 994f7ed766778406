package io.medevac.domain.remediation.cluster;

import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes Node as it was read, in one version.
 *
 * @param name name
 * @param machine UID and boot id
 * @param resourceVersion version that was read; a patch made from it is refused if the node changed
 * @param labels labels
 * @param annotations annotations
 * @param unschedulable whether it is cordoned
 * @param taints all taints
 * @param readiness its Ready condition
 * @param readinessSince when that condition last changed; null when not written
 * @param deleting whether it has a deletion timestamp
 * @param gpuCapacity GPUs it has
 * @param gpuAllocatable GPUs that can be given to pods
 * @param quarantine our quarantine annotation
 * @param claim our claim annotation
 */
public record NodeView(
        String name,
        Machine machine,
        String resourceVersion,
        Map<String, String> labels,
        Map<String, String> annotations,
        boolean unschedulable,
        List<Taint> taints,
        Readiness readiness,
        @Nullable Instant readinessSince,
        boolean deleting,
        long gpuCapacity,
        long gpuAllocatable,
        Mark quarantine,
        Mark claim) {

    public NodeView {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        taints = List.copyOf(taints);
    }

    /** The pool it serves in; null when in none. */
    public @Nullable String pool() {
        return labels.get(WellKnown.POOL_LABEL);
    }

    /** Whether it is cordoned, tainted and signed for this incident: all three. */
    public boolean quarantinedFor(UUID incident) {
        return unschedulable && tainted(incident) && quarantine.signedFor(incident);
    }

    /** Whether anything that this incident put on it is still there. */
    public boolean carriesMarksOf(UUID incident) {
        return tainted(incident) || quarantine.signedFor(incident);
    }

    /** Whether it has the quarantine taint of this incident. */
    public boolean tainted(UUID incident) {
        return has(Taint.quarantine(incident.toString()));
    }

    /** The incident whose quarantine it carries, or a part of it; null when of none. */
    public @Nullable UUID markedFor() {
        return quarantine instanceof Mark.Signed signed ? signed.incident() : taintedFor();
    }

    private @Nullable UUID taintedFor() {
        return taints.stream()
                .filter(taint -> taint.key().equals(WellKnown.QUARANTINE_TAINT))
                .flatMap(taint -> taint.incident().stream())
                .findFirst()
                .orElse(null);
    }

    /** Whether it has this taint. */
    public boolean has(Taint taint) {
        return taints.stream().anyMatch(taint::sameAs);
    }

    /** All taints and this one. */
    public List<Taint> taintsWith(Taint taint) {
        List<Taint> list = new ArrayList<>(taints);
        list.add(taint);
        return list;
    }

    /**
     * What a release puts back: labels that this incident took off at the swap and nobody has set
     * since. Without a swap it took none off, so a label that is gone was removed by somebody else.
     */
    public Map<String, String> labelsToPutBack(UUID incident) {
        if (!(quarantine instanceof Mark.Signed signed)
                || !signed.signedFor(incident)
                || !labels.containsKey(WellKnown.REPAIR_LABEL)) {
            return Map.of();
        }
        Map<String, String> back = new TreeMap<>(signed.labelsBefore());
        back.keySet().removeAll(labels.keySet());
        return back;
    }

    /** Whether its owner forbids a replacement. */
    public boolean forbidsReplacement() {
        return WellKnown.FORBID.equals(labels.get(WellKnown.OPT_OUT))
                || WellKnown.FORBID.equals(annotations.get(WellKnown.OPT_OUT));
    }
}
