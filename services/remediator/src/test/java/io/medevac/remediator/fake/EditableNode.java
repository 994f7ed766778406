package io.medevac.remediator.fake;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A node that can be changed. */
public final class EditableNode {
    private static final AtomicLong VERSIONS = new AtomicLong();

    public final String name;
    public final Map<String, String> labels = new HashMap<>();
    public final Map<String, String> annotations = new HashMap<>();
    public final List<Taint> taints = new ArrayList<>();
    public Machine machine;
    public boolean unschedulable;
    public Readiness readiness = Readiness.READY;
    public Instant readinessSince = Instant.EPOCH;
    public long allocatable = 8;
    public Mark quarantine = Mark.none();
    public Mark claim = Mark.none();
    private long version;

    /** A ready node with eight GPUs. */
    public EditableNode(String name) {
        this.name = name;
        this.machine = new Machine("uid-" + name, "boot-" + name);
        touched();
    }

    /** The same with a label. */
    public EditableNode label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    /** The same, cordoned. */
    public EditableNode cordoned() {
        unschedulable = true;
        return this;
    }

    /** Gives it a new resource version. */
    EditableNode touched() {
        version = VERSIONS.incrementAndGet();
        return this;
    }

    /** As it is read. */
    public NodeView view() {
        return new NodeView(
                name,
                machine,
                Long.toString(version),
                labels,
                annotations,
                unschedulable,
                taints,
                readiness,
                readinessSince,
                false,
                8,
                allocatable,
                quarantine,
                claim);
    }
}
