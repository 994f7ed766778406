package io.medevac.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.domain.detection.PciAddress;
import io.medevac.domain.detection.condition.ClusterEvent;
import io.medevac.domain.detection.condition.Conditions;
import io.medevac.domain.detection.condition.DeviceTaint;
import io.medevac.domain.detection.condition.HealthEvent;
import io.medevac.domain.detection.condition.HealthEvent.Verdict;
import io.medevac.domain.detection.condition.NodeCondition;
import io.medevac.domain.detection.condition.NodeObject;
import io.medevac.domain.detection.condition.RemediationObject;
import io.medevac.domain.fault.Gpu;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Objects of Kubernetes, out of JSON. */
final class KubernetesObjects {
    private static final int MOST_DIGITS = 3;

    /** As the agent writes the name, colon and blank included. */
    private static final String LOGGED_DETAILS = "details: ";

    private KubernetesObjects() {}

    static NodeObject node(JsonNode node) {
        JsonNode status = node.path("status");
        return new NodeObject(
                Json.name(node.path("metadata"), "name"),
                Json.name(status.path("nodeInfo"), "bootID"),
                conditions(status),
                Conditions.accelerators(
                        Json.amounts(status.path("capacity")),
                        Json.amounts(status.path("allocatable"))));
    }

    /** The health events of NVSentinel that a node keeps in an annotation. */
    static List<HealthEvent> healthEventsOf(JsonNode node) {
        String kept = Json.text(node.path("metadata").path("annotations"), "quarantineHealthEvent");
        List<HealthEvent> events = new ArrayList<>();
        Json.parse(kept)
                .ifPresent(
                        list -> {
                            if (list.isObject()) {
                                events.add(healthEvent(list));
                            } else {
                                list.forEach(event -> events.add(healthEvent(event)));
                            }
                        });
        return events;
    }

    /** An event of either API group. */
    static ClusterEvent event(JsonNode event) {
        JsonNode involved =
                event.has("involvedObject")
                        ? event.path("involvedObject")
                        : event.path("regarding");
        String note = Json.text(event, "note");
        return new ClusterEvent(
                Json.text(event, "type"),
                Json.text(event, "reason"),
                note.isEmpty() ? Json.text(event, "message") : note,
                Json.text(involved, "kind"),
                Json.text(involved, "name"),
                Json.time(
                        event,
                        "lastTimestamp",
                        "eventTime",
                        "deprecatedLastTimestamp",
                        "firstTimestamp"));
    }

    /** How often an event was seen, from 1. */
    static long times(JsonNode event) {
        long series = event.path("series").path("count").asLong(0);
        return Math.max(
                1,
                Math.max(
                        series,
                        Math.max(
                                event.path("count").asLong(0),
                                event.path("deprecatedCount").asLong(0))));
    }

    /** What a log line of HyperPod's health agent is about; missing when it is none. */
    static JsonNode agentDetails(JsonNode line) {
        JsonNode details = line.path("details");
        return details.isObject() ? details : line.path(LOGGED_DETAILS);
    }

    /**
     * A log line of HyperPod's health agent; it tells of the node that it runs on. Of its two times
     * that of the details is when it happened.
     */
    static ClusterEvent agentLine(JsonNode line) {
        JsonNode details = agentDetails(line);
        Instant happened = Json.time(details, "timestamp");
        return new ClusterEvent(
                Json.text(line, "HealthMonitoringAgentDetectionEvent"),
                Json.text(details, "reason"),
                Json.text(details, "message"),
                "Node",
                Json.text(details, "node"),
                happened == null ? Json.time(line, "ts") : happened);
    }

    static HealthEvent healthEvent(JsonNode event) {
        List<String> codes = new ArrayList<>();
        event.path("errorCode").forEach(code -> codes.add(code.asText()));
        Verdict verdict =
                event.path("isHealthy").asBoolean()
                        ? Verdict.HEALTHY
                        : event.path("isFatal").asBoolean() ? Verdict.FATAL : Verdict.NOT_FATAL;
        return new HealthEvent(
                Json.name(event, "nodeName"),
                Json.text(event, "checkName"),
                verdict,
                codes,
                Json.text(event, "message"),
                entities(event.path("entitiesImpacted")),
                Json.time(event, "generatedTimestamp"));
    }

    /** The taints of the devices of a slice, in the forms of the API from v1beta1. */
    static List<DeviceTaint> taints(JsonNode slice) {
        JsonNode spec = slice.path("spec");
        List<DeviceTaint> taints = new ArrayList<>();
        for (JsonNode device : spec.path("devices")) {
            JsonNode body = device.has("basic") ? device.path("basic") : device;
            Gpu gpu = device(Json.text(device, "name"), body.path("attributes"));
            for (JsonNode taint : body.path("taints")) {
                taints.add(
                        new DeviceTaint(
                                Json.name(spec, "nodeName"),
                                gpu,
                                Json.text(taint, "key"),
                                Json.text(taint, "value"),
                                Json.time(taint, "timeAdded")));
            }
        }
        return taints;
    }

    static RemediationObject remediation(String group, String kind, JsonNode object) {
        JsonNode status = object.path("status");
        Map<String, @Nullable Instant> inFlight = new HashMap<>();
        for (String node : Json.texts(status.path("inFlightRemediations")).keySet()) {
            inFlight.put(node, Json.time(status.path("inFlightRemediations"), node));
        }
        for (JsonNode unhealthy : status.path("unhealthyNodes")) {
            String node = Json.name(unhealthy, "name");
            if (node != null && !unhealthy.path("remediations").isEmpty()) {
                inFlight.put(node, Json.time(unhealthy.path("remediations").path(0), "started"));
            }
        }
        return new RemediationObject(
                group,
                kind,
                Json.text(object.path("metadata"), "name"),
                Json.name(status.path("nodeRef"), "name"),
                inFlight,
                conditions(status),
                Json.texts(object.path("metadata").path("annotations")).keySet());
    }

    private static List<NodeCondition> conditions(JsonNode status) {
        List<NodeCondition> conditions = new ArrayList<>();
        for (JsonNode condition : status.path("conditions")) {
            conditions.add(
                    new NodeCondition(
                            Json.text(condition, "type"),
                            Json.text(condition, "status"),
                            Json.text(condition, "reason"),
                            Json.text(condition, "message"),
                            Json.time(condition, "lastTransitionTime")));
        }
        return conditions;
    }

    private static Gpu entities(JsonNode entities) {
        Integer index = null;
        String pci = null;
        String uuid = null;
        for (JsonNode entity : entities) {
            String value = Json.text(entity, "entityValue");
            switch (Json.text(entity, "entityType")) {
                case "GPU" -> index = number(value);
                case "PCI" -> pci = address(value);
                case "GPU_UUID" -> uuid = value;
                default -> {}
            }
        }
        return new Gpu(index, pci, uuid);
    }

    private static Gpu device(String name, JsonNode attributes) {
        String uuid = Json.text(attributes.path("uuid"), "string");
        String pci = Json.text(attributes.path("resource.kubernetes.io/pciBusID"), "string");
        String index = name.startsWith("gpu-") ? name.substring("gpu-".length()) : "";
        int end = index.indexOf('-');
        return new Gpu(
                number(end < 0 ? index : index.substring(0, end)),
                address(pci),
                uuid.isEmpty() ? null : uuid);
    }

    private static @Nullable String address(String text) {
        return PciAddress.parse(text).map(PciAddress::toString).orElse(null);
    }

    private static @Nullable Integer number(String text) {
        return !text.isEmpty()
                        && text.length() <= MOST_DIGITS
                        && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.valueOf(text)
                : null;
    }
}
