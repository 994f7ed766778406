package io.medevac.domain.slurm.evacuation;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.NodeMapping;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.Progress.Mark;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.About;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.Slurmctld;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as a test describes it, and an evacuation that looks at it. gpu-1 is the faulty one.
 */
final class Scene {
    static final UUID INCIDENT = new UUID(0x0199_0000_0000_7000L, 0x8000_0000_0000_00c1L);
    static final UUID QUARANTINED = new UUID(1, 1);
    static final UUID REPLACED = new UUID(2, 2);
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final EvacuationPolicy POLICY =
            new EvacuationPolicy(
                    Duration.ofMillis(400),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(10),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5),
                    Duration.ofMinutes(15),
                    Duration.ofMinutes(5),
                    Duration.ofHours(4),
                    Duration.ofDays(7),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofMinutes(1));
    private static final Fault FAULT =
            new Fault(
                    "XID",
                    79,
                    new Gpu(3, "0000:9b:00", null),
                    FaultScope.GPU,
                    Severity.CRITICAL,
                    RecommendedAction.REPLACE_NODE,
                    "catalogue: xid 79",
                    "GPU has fallen off the bus.");

    Instant now = START;
    boolean quarantined = true;
    String startedAt = "2026-01-01T00:00:00";
    @Nullable NodeMapping mapping;
    final Map<String, SlurmNode> nodes = new LinkedHashMap<>();
    final Map<Long, SlurmJob> jobs = new LinkedHashMap<>();
    final Map<Long, Progress> progress = new HashMap<>();
    final Set<UUID> openIncidents = new HashSet<>();
    final List<EvacuationEvent> events = new ArrayList<>();
    final List<EventRef> causes = new ArrayList<>();
    Evacuation evacuation =
            Evacuation.begin(
                    new Subject(INCIDENT, "gpu-1", new Machine("uid", "boot"), FAULT, QUARANTINED),
                    START);
    List<SlurmEffect> effects = List.of();
    @Nullable Instant lookAt = START;

    Scene() {
        node("gpu-0", "idle");
        node("gpu-1", "idle");
        node("gpu-2", "idle");
    }

    /** A scene whose node is drained by us already, with the given jobs taken on. */
    static Scene drained(SlurmJob... running) {
        Scene scene = new Scene();
        for (SlurmJob job : running) {
            scene.job(job);
        }
        scene.drained(running.length == 0 ? "idle+DRAIN" : "allocated+DRAIN");
        return scene.look();
    }

    Scene node(String name, String state) {
        return node(name, state, "");
    }

    Scene node(String name, String state, String reason) {
        List<String> words = List.of(state.split("\\+"));
        SlurmNodeState parsed =
                SlurmNodeState.parse(words.getFirst(), words.subList(1, words.size()));
        nodes.put(name, new SlurmNode(name, parsed, new DrainReason(reason), ""));
        return this;
    }

    /** gpu-1 in this state, with our reason. */
    Scene drained(String state) {
        return node("gpu-1", state, "medevac:" + INCIDENT + " GPU 3 XID 79");
    }

    Scene job(SlurmJob job) {
        jobs.put(job.id(), job);
        return this;
    }

    Scene after(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    Scene look() {
        return decide(
                new Observation.Complete(
                        quarantined,
                        mapping(),
                        List.copyOf(nodes.values()),
                        List.copyOf(jobs.values()),
                        new Slurmctld(Duration.ofMinutes(2), startedAt),
                        Map.copyOf(progress),
                        Set.copyOf(openIncidents)));
    }

    Scene noAnswer() {
        return decide(new Observation.Unknown("squeue: timed out"));
    }

    Scene replaced(String node) {
        evacuation = evacuation.replacedBy(new Replacement(node, REPLACED), now);
        return this;
    }

    private NodeMapping mapping() {
        return mapping != null ? mapping : new NodeMapping.Serves(evacuation.nodeInQuestion());
    }

    private Scene decide(Observation seen) {
        return take(EvacuationRules.decide(evacuation, seen, POLICY, now));
    }

    Scene take(Decision decision) {
        evacuation = decision.next();
        effects = decision.effects();
        lookAt = decision.lookAt();
        decision.events().forEach(caused -> events.add(caused.event()));
        decision.events().forEach(caused -> causes.add(caused.causedBy()));
        return this;
    }

    /** Events of this type, in order. */
    <E extends EvacuationEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<String> eventNames() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    Scene says(long id, int restart, long step, @Nullable Long checkpoint) {
        Mark saved = checkpoint == null ? null : new Mark(checkpoint, now, "file");
        progress.put(id, new Progress(restart, new Mark(step, now, "file"), saved));
        return this;
    }

    /** A batch job on gpu-0 and gpu-1. */
    static SlurmJob gang(long id, int restart, String state) {
        return job(id, restart, state, JobKind.REQUEUEABLE, "gpu-0", "gpu-1");
    }

    static SlurmJob job(long id, int restart, String state, JobKind kind, String... allocation) {
        return new SlurmJob(
                new JobRun(id, restart),
                SlurmJob.Group.NONE,
                Set.of(SlurmJobState.of(state)),
                "None",
                kind,
                List.of(allocation),
                START,
                new About("train", "ada", "ada@example.org", "main", "/work"));
    }
}
