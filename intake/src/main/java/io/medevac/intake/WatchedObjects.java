package io.medevac.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.condition.Drop;
import io.medevac.domain.detection.condition.NodeObject;
import io.medevac.domain.detection.condition.Observations;
import io.medevac.domain.detection.condition.Observed;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Reads objects that are watched: each says what it said before, and maybe more. */
public final class WatchedObjects {
    private final Observations observations;

    /** Asks this for what an Xid means. */
    public WatchedObjects(SecondHand.Catalogue catalogue) {
        this.observations = new Observations(new SecondHand(catalogue));
    }

    /** What the conditions of a node say, and the health events that are kept with it. */
    public List<Observed> node(JsonNode node, Instant now) {
        NodeObject object = KubernetesObjects.node(node);
        return Stream.concat(
                        observations.conditions(object, now).stream(),
                        observations
                                .kept(KubernetesObjects.healthEventsOf(node), object.name(), now)
                                .stream())
                .toList();
    }

    /** The accelerators of a node that pods may not have, by resource. */
    public SortedMap<String, Drop> drops(JsonNode node) {
        return Observations.drops(KubernetesObjects.node(node));
    }

    /** What an event says; nothing when it is not about a node. */
    public List<Observed> event(JsonNode event, Instant now) {
        return observations.event(
                KubernetesObjects.event(event),
                Json.text(event.path("metadata"), "uid"),
                KubernetesObjects.times(event),
                now);
    }

    /** What the taints of the devices of a slice say. */
    public List<Observed> slice(JsonNode slice, Instant now) {
        return observations.taints(KubernetesObjects.taints(slice), now);
    }
}
