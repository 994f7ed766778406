package io.medevac.remediator.fake;

import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.remediator.contract.ClusterContract;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import java.util.Map;
import java.util.UUID;

class InMemoryClusterTest extends ClusterContract {
    private final InMemoryCluster cluster = new InMemoryCluster();

    @Override
    protected ClusterView view() {
        return cluster;
    }

    @Override
    protected NodeControl control() {
        return cluster;
    }

    @Override
    protected ReplacementProvider provider() {
        return cluster;
    }

    @Override
    protected void node(String name, Map<String, String> labels, boolean cordoned) {
        EditableNode node = new EditableNode(name);
        node.labels.putAll(labels);
        node.unschedulable = cordoned;
        cluster.put(node);
    }

    @Override
    protected void label(String node, String key, String value) {
        cluster.edit(node, each -> each.label(key, value));
    }

    @Override
    protected void uncordon(String node) {
        cluster.edit(node, each -> each.unschedulable = false);
    }

    @Override
    protected void delete(String node) {
        cluster.remove(node);
    }

    @Override
    protected PodRef pod(String name, String node) {
        PodRef ref = new PodRef("default", name, UUID.randomUUID().toString());
        cluster.put(node, new PodView(ref, PodKind.EVICTABLE, false, false));
        return ref;
    }

    @Override
    protected void endTerminating(PodRef pod) {
        cluster.endTerminating();
    }

    @Override
    protected void guard(PodRef pod, boolean on) {
        cluster.guard(pod, on);
    }
}
