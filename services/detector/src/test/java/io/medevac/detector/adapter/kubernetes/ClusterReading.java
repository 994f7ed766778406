package io.medevac.detector.adapter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.detector.adapter.kubernetes.ObjectCounters.Kind;
import io.medevac.detector.application.TakeInReport;
import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.fake.Configured;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.intake.WatchedObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The way from an object of Kubernetes to its faults, on the store in memory. */
final class ClusterReading implements ObjectCounters {
    static final KubernetesClient CLIENT =
            new KubernetesClientBuilder()
                    .withConfig(
                            new ConfigBuilder()
                                    .withMasterUrl("http://127.0.0.1:1")
                                    .withAutoConfigure(false)
                                    .build())
                    .build();

    final InMemoryDetectionStore store = new InMemoryDetectionStore();
    final Map<String, NodeSeen> nodes = new HashMap<>();
    final List<String> counted = new ArrayList<>();
    DropWatch drops;
    Instant now = Instant.parse("2026-07-01T00:00:00Z");
    private final Detection detection =
            new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60));
    private final SilentMeasurements measurements = new SilentMeasurements();
    private final DetectorConfig config = Configured.with(Map.of());
    private final FaultCatalogue catalogue = FaultCatalogue.shipped();
    private ObjectIntake intake;

    ClusterReading() {
        drops = new DropWatch(store, takeIn(), this::find, () -> now, config);
        intake = intake();
    }

    /** Another process, which knows only what is stored. */
    void restart() {
        drops = new DropWatch(store, takeIn(), this::find, () -> now, config);
        intake = intake();
    }

    ObjectIntake intake() {
        return new ObjectIntake(
                CLIENT,
                new WatchedObjects(catalogue::classify),
                takeIn(),
                new DerivedIdentities(),
                this,
                drops,
                () -> now,
                config);
    }

    /** Reads any object; the directory shows a node the way it shows itself. */
    void look(String json) {
        if (json.startsWith("[")) {
            parsed(json, JsonNode.class).forEach(object -> look(object.toString()));
            return;
        }
        GenericKubernetesResource any = parsed(json, GenericKubernetesResource.class);
        nodes.putIfAbsent(nodeOf(any), new NodeSeen("uid-1", bootOf(any), Instant.EPOCH, null));
        Kind kind = Kind.valueOf(any.getKind().toUpperCase(Locale.ROOT));
        look(
                kind,
                switch (kind) {
                    case NODE -> parsed(json, Node.class);
                    case EVENT -> parsed(json, Event.class);
                    case RESOURCESLICE -> any;
                });
    }

    private void look(Kind kind, HasMetadata object) {
        intake.look(kind, object);
    }

    private static String nodeOf(GenericKubernetesResource any) {
        Object name =
                switch (any.getKind()) {
                    case "Node" -> any.getMetadata().getName();
                    case "Event" -> any.get("involvedObject", "name");
                    default -> any.get("spec", "nodeName");
                };
        return String.valueOf(name);
    }

    private static String bootOf(GenericKubernetesResource any) {
        Object boot = any.get("status", "nodeInfo", "bootID");
        return boot == null ? "boot-1" : boot.toString();
    }

    /** Signals that are kept from being forgotten. */
    Set<UUID> standing() {
        return intake.standing();
    }

    /** Faults so far, in order. */
    List<DetectedFault> told() {
        return store.told();
    }

    private TakeInReport takeIn() {
        return new TakeInReport(
                detection, store, this::find, new DerivedIdentities(), measurements, () -> now);
    }

    private Optional<NodeSeen> find(String node) {
        return Optional.ofNullable(nodes.get(node));
    }

    static <T> T parsed(String json, Class<T> type) {
        return CLIENT.getKubernetesSerialization().unmarshal(json, type);
    }

    @Override
    public void read(Kind kind) {}

    @Override
    public void ignored(Kind kind) {
        counted.add("ignored " + kind);
    }

    @Override
    public void unreadable(Kind kind) {
        counted.add("unreadable " + kind);
    }
}
