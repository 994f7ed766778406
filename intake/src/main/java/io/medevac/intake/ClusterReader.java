package io.medevac.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.condition.Conditions;
import io.medevac.domain.detection.condition.DeviceTaints;
import io.medevac.domain.detection.condition.Events;
import io.medevac.domain.detection.condition.HealthEvent;
import io.medevac.domain.detection.condition.OtherRemediators;
import io.medevac.domain.detection.metric.MetricLine;
import io.medevac.domain.detection.metric.MetricLine.Sample;
import io.medevac.domain.detection.metric.MetricLine.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects and events of Kubernetes, what health agents log and publish, and the metrics of a
 * node problem detector. It is the reader of conditions and of events: each object says itself what
 * it is.
 */
public final class ClusterReader {
    private static final String PROBLEM = "problem_gauge";

    private final Conditions conditions;
    private final Events events;
    private final DeviceTaints taints;
    private long unreadable;
    private long ignored;

    /** Asks this for what an Xid means. */
    public ClusterReader(SecondHand.Catalogue catalogue) {
        SecondHand secondHand = new SecondHand(catalogue);
        this.conditions = new Conditions(secondHand);
        this.events = new Events(conditions);
        this.taints = new DeviceTaints(secondHand);
    }

    /** Reads to the end of the stream. */
    public void read(InputStream in, Context context, Consumer<Located> out) throws IOException {
        Documents documents = new Documents(in);
        for (Documents.@Nullable Part part = documents.next();
                part != null;
                part = documents.next()) {
            long line = part.line();
            for (Finding finding : findings(part, context)) {
                out.accept(new Located(line, finding));
            }
        }
    }

    /** Objects and lines that could not be read. */
    public long unreadable() {
        return unreadable;
    }

    /** Objects of kinds that say nothing here. */
    public long ignored() {
        return ignored;
    }

    private List<Finding> findings(Documents.Part part, Context context) {
        return switch (part) {
            case Documents.Complete complete -> {
                JsonNode object = Json.parse(complete.text()).orElse(null);
                if (object == null) {
                    unreadable++;
                    yield List.of();
                }
                yield watched(object, context);
            }
            case Documents.Other other -> metric(other.text(), context);
            case Documents.Broken broken -> {
                unreadable++;
                yield List.of();
            }
        };
    }

    /** A watch tells of an object in an envelope; an object that was deleted says nothing. */
    private List<Finding> watched(JsonNode object, Context context) {
        if (!object.path("object").isObject()) {
            return object(object, context);
        }
        return switch (Json.text(object, "type")) {
            case "ADDED", "MODIFIED" -> object(object.path("object"), context);
            default -> {
                ignored++;
                yield List.of();
            }
        };
    }

    private List<Finding> object(JsonNode object, Context context) {
        String version = Json.text(object, "apiVersion");
        String kind = Json.text(object, "kind");
        JsonNode status = object.path("status");
        if (kind.equals("Node") || (kind.isEmpty() && status.path("nodeInfo").isObject())) {
            return node(object, context);
        }
        if (kind.equals("Event") || object.has("involvedObject") || object.has("regarding")) {
            return events.of(KubernetesObjects.event(object), context.node());
        }
        if (kind.equals("ResourceSlice")
                || (kind.isEmpty() && object.path("spec").path("devices").isArray())) {
            return KubernetesObjects.taints(object).stream()
                    .flatMap(taint -> taints.of(taint, context.node()).stream())
                    .toList();
        }
        if (kind.isEmpty() && object.has("checkName")) {
            return events.of(KubernetesObjects.healthEvent(object), context.node());
        }
        if (kind.isEmpty() && KubernetesObjects.agentDetails(object).isObject()) {
            return events.of(KubernetesObjects.agentLine(object), context.node());
        }
        int slash = version.indexOf('/');
        String group = slash < 0 ? "" : version.substring(0, slash);
        if (OtherRemediators.isRemediation(group, kind)) {
            return OtherRemediators.of(KubernetesObjects.remediation(group, kind, object));
        }
        ignored++;
        return List.of();
    }

    private List<Finding> node(JsonNode node, Context context) {
        List<Finding> findings =
                new ArrayList<>(
                        conditions.of(
                                KubernetesObjects.node(node), context.node(), context.bootId()));
        String name = Json.name(node.path("metadata"), "name");
        for (HealthEvent event : KubernetesObjects.healthEventsOf(node)) {
            findings.addAll(events.of(event, name == null ? context.node() : name));
        }
        return findings;
    }

    private List<Finding> metric(String line, Context context) {
        MetricLine read = MetricLine.parse(line);
        if (read instanceof Unreadable) {
            unreadable++;
        }
        return read instanceof Sample sample && sample.name().equals(PROBLEM) && sample.value() == 1
                ? conditions.ofProblem(
                        sample.labels().getOrDefault("type", ""),
                        sample.labels().getOrDefault("reason", ""),
                        context.node())
                : List.of();
    }
}
