package io.medevac.detector.adapter.kubernetes;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.medevac.detector.application.RawReport;
import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.application.Taken;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.condition.Drop;
import io.medevac.domain.node.Machine;
import io.medevac.worklist.StateJson;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Accelerators that pods may not have any more. The API shows a number and no time, so what was
 * told is stored, and a drop is told when it has stood for a while: a device plugin that starts
 * anew has none to offer for some seconds.
 */
@ApplicationScoped
class DropWatch {
    private static final Logger LOG = Logger.getLogger(DropWatch.class);

    private final DetectionStore store;
    private final TakeInReport takeIn;
    private final NodeDirectory directory;
    private final InstantSource clock;
    private final Duration settle;
    private final Map<String, Shown> nodes = new ConcurrentHashMap<>();

    /**
     * A node with a drop, or one that had one.
     *
     * @param machine the boot
     * @param drops by resource
     * @param since when each was seen first, and whether the node had been seen without it
     * @param settled when nothing more is to be told of it
     */
    private record Shown(
            Machine machine,
            SortedMap<String, Drop> drops,
            Map<String, Seen> since,
            boolean settled) {}

    private record Seen(Instant at, boolean begun) {}

    /**
     * What was told.
     *
     * @param bootId boot that it was told of; empty when not known
     * @param missing missing devices by resource
     */
    record Told(String bootId, SortedMap<String, Long> missing) {}

    DropWatch(
            DetectionStore store,
            TakeInReport takeIn,
            NodeDirectory directory,
            InstantSource clock,
            DetectorConfig config) {
        this.store = store;
        this.takeIn = takeIn;
        this.directory = directory;
        this.clock = clock;
        this.settle = config.conditions().settleTime();
    }

    /** A node shows these drops, maybe none. */
    void shown(ObjectMeta node, SortedMap<String, Drop> drops) {
        Instant now = clock.instant();
        Machine machine =
                new Machine(
                        node.getUid(),
                        directory.find(node.getName()).map(NodeSeen::bootId).orElse(null));
        nodes.compute(
                node.getName(),
                (name, before) -> {
                    boolean known = before != null && before.machine().equals(machine);
                    Map<String, Seen> since = new HashMap<>();
                    for (String resource : drops.keySet()) {
                        Seen seen = known ? before.since().get(resource) : null;
                        since.put(resource, seen == null ? new Seen(now, known) : seen);
                    }
                    boolean same = known && missing(before.drops()).equals(missing(drops));
                    return new Shown(
                            machine,
                            drops,
                            since,
                            same ? before.settled() : !known && drops.isEmpty());
                });
    }

    /** A node is gone. */
    void gone(ObjectMeta node) {
        nodes.remove(node.getName());
    }

    /** Tells the drops that have stood for long enough. */
    @Scheduled(every = "5s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void tellSettled() {
        Instant limit = clock.instant().minus(settle);
        nodes.forEach(
                (node, shown) -> {
                    boolean due =
                            shown.since().values().stream()
                                    .noneMatch(seen -> seen.at().isAfter(limit));
                    if (!shown.settled() && due) {
                        tell(node, shown);
                    }
                });
    }

    private void tell(String node, Shown shown) {
        try {
            if (told(node, shown)) {
                nodes.replace(
                        node,
                        shown,
                        new Shown(shown.machine(), shown.drops(), shown.since(), true));
            }
        } catch (RuntimeException e) {
            LOG.warnf("cannot tell of the accelerators of %s, trying on: %s", node, e);
        }
    }

    /** False when another replica was faster: what it has told is looked at next time. */
    private boolean told(String node, Shown shown) {
        String key = "allocatable:" + node + "/" + shown.machine().nodeUid();
        List<SourceState> stored = store.states(List.of(key));
        @Nullable SourceState state = stored.isEmpty() ? null : stored.getFirst();
        Told before =
                state == null
                        ? new Told("", new TreeMap<>())
                        : StateJson.read(state.body(), Told.class);
        String bootId = shown.machine().bootId() == null ? "" : shown.machine().bootId();
        Told now = new Told(bootId, missing(shown.drops()));
        if (now.equals(before) || (state == null && now.missing().isEmpty())) {
            return true;
        }
        long version = state == null ? 1 : state.version() + 1;
        List<RawFinding> worse = new ArrayList<>();
        shown.drops()
                .forEach(
                        (resource, drop) -> {
                            long known =
                                    bootId.equals(before.bootId())
                                            ? before.missing().getOrDefault(resource, 0L)
                                            : 0;
                            if (drop.missing() > known) {
                                worse.add(
                                        raw(
                                                version + " " + resource,
                                                shown.since().get(resource),
                                                drop));
                            }
                        });
        return takeIn.on(
                        new RawReport(
                                Source.CONDITION,
                                node,
                                "kubernetes:" + key,
                                new SourceState(key, version, StateJson.write(now, Told.class)),
                                worse))
                != Taken.SUPERSEDED;
    }

    private static RawFinding raw(String identity, Seen seen, Drop drop) {
        return new RawFinding(
                identity,
                0,
                seen.begun() ? new BootClaim.At(seen.at()) : new BootClaim.Unknown(),
                drop.finding(),
                "node: " + drop.finding().fault().message());
    }

    private static SortedMap<String, Long> missing(Map<String, Drop> drops) {
        SortedMap<String, Long> missing = new TreeMap<>();
        drops.forEach((resource, drop) -> missing.put(resource, drop.missing()));
        return missing;
    }
}
