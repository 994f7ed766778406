package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What watched objects say, with what tells one saying from another and which boot it belongs to. A
 * condition is told by type, reason, message, the boot it names, and the time of its transition: a
 * heartbeat that moves, or a reader that starts anew, is no new fault, a transition is one.
 */
public final class Observations {
    private static final String SOURCE = "condition";

    private final Conditions conditions;
    private final Events events;
    private final DeviceTaints taints;

    /** Asks this for what an Xid means. */
    public Observations(SecondHand secondHand) {
        this.conditions = new Conditions(secondHand);
        this.events = new Events(conditions);
        this.taints = new DeviceTaints(secondHand);
    }

    /**
     * The conditions of a node. What is known to be of another boot than the node shows is not
     * among what counts, but still here.
     */
    public List<Observed> conditions(NodeObject node, Instant now) {
        Collected collected = new Collected();
        for (NodeCondition condition : node.conditions()) {
            BootClaim boot =
                    conditions
                            .namedBoot(condition)
                            .<BootClaim>map(BootClaim.Named::new)
                            .orElseGet(() -> BootClaim.at(condition.lastTransitionTime(), now));
            boolean growing = conditions.isBootMap(condition);
            for (Finding finding :
                    conditions.of(SOURCE, condition, node.name(), node.bootId(), node.bootId())) {
                collected.add(
                        boot,
                        finding,
                        raw(condition),
                        condition.type(),
                        growing ? "" : condition.reason(),
                        growing ? condition.message() : finding.fault().message(),
                        String.valueOf(condition.lastTransitionTime()));
            }
        }
        return collected.all();
    }

    /** The health events that NVSentinel keeps with a node. */
    public List<Observed> kept(List<HealthEvent> healthEvents, @Nullable String node, Instant now) {
        Collected collected = new Collected();
        for (HealthEvent event : healthEvents) {
            for (Finding finding : events.of(event, node)) {
                collected.add(
                        BootClaim.at(event.at(), now),
                        finding,
                        "health event %s %s: %s"
                                .formatted(
                                        event.check(),
                                        String.join(",", event.errorCodes()),
                                        event.message()),
                        event.check(),
                        finding.fault().message(),
                        String.valueOf(event.at()));
            }
        }
        return collected.all();
    }

    /**
     * An event.
     *
     * @param uid identity of the object; may be empty
     * @param count how often it was seen, from 1: each time is one of its own
     */
    public List<Observed> event(ClusterEvent event, String uid, long count, Instant now) {
        Collected collected = new Collected();
        for (Finding finding : events.of(event, null)) {
            collected.add(
                    BootClaim.at(event.at(), now),
                    finding,
                    "event %s %s: %s".formatted(event.type(), event.reason(), event.message()),
                    uid,
                    Long.toString(count),
                    event.type(),
                    event.reason(),
                    finding.fault().message(),
                    String.valueOf(event.at()));
        }
        return collected.all();
    }

    /** The taints of devices. */
    public List<Observed> taints(List<DeviceTaint> all, Instant now) {
        Collected collected = new Collected();
        for (DeviceTaint taint : all) {
            Optional<Finding> finding = taints.of(taint, null);
            finding.ifPresent(
                    found ->
                            collected.add(
                                    BootClaim.at(taint.at(), now),
                                    found,
                                    "device taint %s=%s".formatted(taint.key(), taint.value()),
                                    taint.key(),
                                    taint.value(),
                                    String.valueOf(taint.at())));
        }
        return collected.all();
    }

    /**
     * The accelerators that pods may not have though the node has them, by resource. A count says
     * neither since when nor in which boot.
     */
    public static SortedMap<String, Drop> drops(NodeObject node) {
        return Conditions.drops(node, node.name());
    }

    private static String raw(NodeCondition condition) {
        return "node condition %s is %s since %s, reason: %s, message: %s"
                .formatted(
                        condition.type(),
                        condition.status(),
                        condition.lastTransitionTime(),
                        condition.reason(),
                        condition.message());
    }

    /** Each saying once. */
    private static final class Collected {
        private final Map<String, Observed> byIdentity = new LinkedHashMap<>();

        void add(BootClaim boot, Finding finding, String raw, String... parts) {
            StringBuilder identity = new StringBuilder();
            for (String part : parts) {
                append(identity, part);
            }
            Gpu gpu = finding.fault().gpu();
            append(identity, finding.fault().kind());
            append(identity, String.valueOf(finding.fault().code()));
            append(identity, gpu.index() + " " + gpu.pci() + " " + gpu.uuid());
            byIdentity.putIfAbsent(
                    identity.toString(), new Observed(identity.toString(), boot, finding, raw));
        }

        /** With its length before it, no text can be taken for two. */
        private static void append(StringBuilder identity, String part) {
            identity.append(part.length()).append(':').append(part).append(' ');
        }

        List<Observed> all() {
            return List.copyOf(byIdentity.values());
        }
    }
}
