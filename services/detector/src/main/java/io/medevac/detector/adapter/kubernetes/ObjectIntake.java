package io.medevac.detector.adapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.medevac.detector.adapter.kubernetes.ObjectCounters.Kind;
import io.medevac.detector.application.RawReport;
import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.port.Identities;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.condition.Observed;
import io.medevac.intake.WatchedObjects;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Takes in what objects say. An object is looked at as a whole at each change; what it said before
 * is known by its identity and changes nothing.
 */
@ApplicationScoped
class ObjectIntake {
    private static final Logger LOG = Logger.getLogger(ObjectIntake.class);
    private static final int WORKERS = 4;
    private static final Pattern NODE_NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,252}");

    private final KubernetesClient client;
    private final WatchedObjects reader;
    private final TakeInReport takeIn;
    private final Identities identities;
    private final ObjectCounters counters;
    private final DropWatch drops;
    private final InstantSource clock;
    private final Set<String> eventNamespaces;
    private final Map<String, Set<UUID>> taken = new ConcurrentHashMap<>();
    private final ChangeLoop<Change> loop =
            new ChangeLoop<>("kubernetes-objects", 1, this::work, LOG);

    private record Change(Kind kind, HasMetadata object) {}

    /** Reads an object. */
    private interface Reading {
        List<Observed> of(JsonNode object, Instant now);
    }

    ObjectIntake(
            KubernetesClient client,
            WatchedObjects reader,
            TakeInReport takeIn,
            Identities identities,
            ObjectCounters counters,
            DropWatch drops,
            InstantSource clock,
            DetectorConfig config) {
        this.client = client;
        this.reader = reader;
        this.takeIn = takeIn;
        this.identities = identities;
        this.counters = counters;
        this.drops = drops;
        this.clock = clock;
        this.eventNamespaces = config.conditions().eventNamespaces();
    }

    /** Starts to work. */
    void start() {
        loop.start(WORKERS);
    }

    /** Ends to work. */
    void stop() {
        loop.stop();
    }

    /** An object is new or has changed. */
    void changed(Kind kind, HasMetadata object) {
        loop.changes().put(key(kind, object), new Change(kind, object));
    }

    /** An object is gone. An event is kept for an hour only; what it said has happened. */
    void gone(Kind kind, HasMetadata object) {
        if (kind == Kind.EVENT) {
            return;
        }
        loop.changes().remove(key(kind, object));
        taken.remove(key(kind, object));
        if (kind == Kind.NODE) {
            drops.gone(object.getMetadata());
        }
    }

    /** Signals that nodes and devices still say. */
    Set<UUID> standing() {
        Set<UUID> signals = new HashSet<>();
        taken.values().forEach(signals::addAll);
        return signals;
    }

    private static String key(Kind kind, HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return kind
                + "/"
                + (namespace == null ? "" : namespace + "/")
                + object.getMetadata().getName();
    }

    /**
     * Looks at an object; blocks until what it says is stored.
     *
     * @throws RuntimeException when the store does not answer: look again
     */
    void look(Kind kind, HasMetadata object) {
        Change change = new Change(kind, object);
        counters.read(kind);
        List<Observed> observed = believable(change) ? read(change) : List.of();
        if (observed.isEmpty()) {
            counters.ignored(kind);
            taken.remove(key(kind, object));
        } else {
            take(key(kind, object), change, observed);
        }
    }

    private void work(Map<String, Change> changes) {
        changes.values().forEach(change -> look(change.kind(), change.object()));
    }

    /** Whoever may write events into a namespace of his own may write them about any node. */
    private boolean believable(Change change) {
        return change.kind() != Kind.EVENT
                || eventNamespaces.contains(change.object().getMetadata().getNamespace());
    }

    /** What cannot be read once cannot be read again: it is counted and left. */
    private List<Observed> read(Change change) {
        HasMetadata object = change.object();
        try {
            JsonNode json =
                    client.getKubernetesSerialization().convertValue(object, JsonNode.class);
            if (change.kind() == Kind.NODE) {
                drops.shown(object.getMetadata(), reader.drops(json));
            }
            return reading(change.kind()).of(json, clock.instant());
        } catch (RuntimeException e) {
            counters.unreadable(change.kind());
            LOG.warnf("cannot read %s %s: %s", change.kind(), object.getMetadata().getName(), e);
            return List.of();
        }
    }

    private Reading reading(Kind kind) {
        return switch (kind) {
            case NODE -> reader::node;
            case EVENT -> reader::event;
            case RESOURCESLICE -> reader::slice;
        };
    }

    private void take(String key, Change change, List<Observed> observed) {
        Map<String, List<RawFinding>> byNode = new TreeMap<>();
        Map<String, Set<UUID>> signals = new TreeMap<>();
        Set<UUID> all = new HashSet<>();
        for (Observed saying : observed) {
            String node = saying.finding().node();
            if (node != null && NODE_NAME.matcher(node).matches()) {
                UUID signal = identities.signal(origin(change, node), 0, 0, saying.identity());
                all.add(signal);
                signals.computeIfAbsent(node, name -> new HashSet<>()).add(signal);
                byNode.computeIfAbsent(node, name -> new ArrayList<>()).add(raw(saying));
            }
        }
        @Nullable Set<UUID> before = taken.get(key);
        byNode.forEach(
                (node, findings) -> {
                    if (before == null || !before.containsAll(signals.get(node))) {
                        takeIn.on(
                                new RawReport(
                                        source(change.kind()),
                                        node,
                                        origin(change, node),
                                        null,
                                        findings));
                    }
                });
        if (change.kind() != Kind.EVENT) {
            taken.put(key, all);
        }
    }

    private static RawFinding raw(Observed saying) {
        return new RawFinding(saying.identity(), 0, saying.boot(), saying.finding(), saying.raw());
    }

    private static Source source(Kind kind) {
        return kind == Kind.EVENT ? Source.EVENT : Source.CONDITION;
    }

    /** A slice is made anew under another name with each change of its pool. */
    private static String origin(Change change, String node) {
        return switch (change.kind()) {
            case NODE -> "kubernetes:node/" + node + "/" + change.object().getMetadata().getUid();
            case EVENT -> "kubernetes:event/" + node;
            case RESOURCESLICE -> "kubernetes:resourceslices/" + node;
        };
    }
}
