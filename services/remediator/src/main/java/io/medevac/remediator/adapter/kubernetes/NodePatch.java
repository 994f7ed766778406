package io.medevac.remediator.adapter.kubernetes;

import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Taint;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A merge patch of one version of a Node: refused with 409 when the node has changed since it was
 * read. Taints are one atomic list in the API, so the whole list is sent.
 */
final class NodePatch {
    private final String resourceVersion;
    private final Map<String, @Nullable String> labels = new HashMap<>();
    private final Map<String, @Nullable String> annotations = new HashMap<>();
    private final Map<String, Object> spec = new HashMap<>();

    NodePatch(NodeView node) {
        this.resourceVersion = node.resourceVersion();
    }

    NodePatch label(String key, @Nullable String valueOrNone) {
        labels.put(key, valueOrNone);
        return this;
    }

    NodePatch annotation(String key, @Nullable String valueOrNone) {
        annotations.put(key, valueOrNone);
        return this;
    }

    NodePatch unschedulable(boolean value) {
        spec.put("unschedulable", value);
        return this;
    }

    NodePatch taints(List<Taint> all) {
        spec.put("taints", all.stream().map(NodePatch::taint).toList());
        return this;
    }

    Map<String, Object> body() {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("resourceVersion", resourceVersion);
        if (!labels.isEmpty()) {
            metadata.put("labels", labels);
        }
        if (!annotations.isEmpty()) {
            metadata.put("annotations", annotations);
        }
        Map<String, Object> body = new HashMap<>();
        body.put("metadata", metadata);
        if (!spec.isEmpty()) {
            body.put("spec", spec);
        }
        return body;
    }

    private static Map<String, String> taint(Taint taint) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("key", taint.key());
        if (taint.value() != null) {
            map.put("value", taint.value());
        }
        map.put("effect", taint.effect());
        if (taint.timeAdded() != null) {
            map.put("timeAdded", taint.timeAdded());
        }
        return map;
    }
}
