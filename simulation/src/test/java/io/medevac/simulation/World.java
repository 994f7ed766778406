package io.medevac.simulation;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodRef;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PodView.PodKind;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.remediator.fake.EditableNode;
import io.medevac.remediator.fake.InMemoryCluster;
import io.medevac.remediator.fake.InMemoryIncidentStore;
import io.medevac.slurmbridge.fake.InMemoryEvacuationStore;
import io.medevac.slurmbridge.fake.InMemorySlurm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Machines, jobs and people. */
final class World {
    static final String POOL = "training";

    final InMemoryCluster cluster = new InMemoryCluster();
    final InMemorySlurm slurm;
    final InMemoryIncidentStore incidents = new InMemoryIncidentStore();
    final InMemoryEvacuationStore evacuations = new InMemoryEvacuationStore();
    final Weather weather;
    final Rules rules;
    final SimulatedCluster seen;
    private final Chance chance;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int made;
    private Duration clockOff = Duration.ZERO;
    private boolean apiUp = true;
    private boolean slurmUp = true;

    World(Chance chance, int nodes, int spares, PoolPolicy policy) {
        this.chance = chance;
        List<String> serving = IntStream.range(0, nodes).mapToObj(i -> "gpu-" + i).toList();
        this.slurm = new InMemorySlurm(this::now, serving.toArray(String[]::new));
        this.weather = new Weather(chance);
        this.rules = new Rules(cluster, slurm, incidents, policy);
        this.seen = new SimulatedCluster(cluster, weather, rules);
        for (String node : serving) {
            cluster.put(new EditableNode(node).label(WellKnown.POOL_LABEL, POOL));
            pods(node);
        }
        for (int i = 0; i < spares; i++) {
            spare();
        }
        for (int i = 0; i + 1 < nodes && i < 4; i += 2) {
            slurm.submit(
                    chance.perMille(800) ? JobKind.REQUEUEABLE : JobKind.NO_REQUEUE,
                    "gpu-" + i,
                    "gpu-" + (i + 1));
        }
    }

    Instant now() {
        return now;
    }

    /** What the clock of the services shows, which is stepped now and then. */
    Instant clock() {
        return now.plus(clockOff);
    }

    List<String> nodeNames() {
        return cluster.names();
    }

    /** Time passes, and with it what machines do by themselves. */
    void pass(Duration time) {
        now = now.plus(time);
        cluster.endTerminating();
        for (String name : cluster.names()) {
            if (cluster.node(name).orElseThrow().pool() != null) {
                slurm.register(name);
            }
        }
    }

    /** Somebody or something does something. */
    String something() {
        String node = chance.oneOf(cluster.names());
        return switch (chance.below(14)) {
            case 0, 1 -> spare();
            case 2 -> cordon(node);
            case 3 -> uncordon(node);
            case 4 -> drain(node);
            case 5 -> resume(node);
            case 6 -> reborn(node);
            case 7 -> optOut(node);
            case 8 -> optIn(node);
            case 9 -> end();
            case 10, 11 -> outage();
            case 12 -> stepClock();
            default -> gone(node);
        };
    }

    /** Everything answers, nobody forbids, and there is a spare for everybody. */
    void calm() {
        apiUp(true);
        slurmUp(true);
        clockOff = Duration.ZERO;
        weather.clear();
        for (String node : cluster.names()) {
            optIn(node);
        }
        for (SlurmJob job : slurm.everything()) {
            if (job.kind() != JobKind.REQUEUEABLE && job.active()) {
                slurm.end(job.id(), SlurmJobState.COMPLETED);
            }
        }
    }

    private String spare() {
        if (made > 6) {
            return "no more machines";
        }
        String name = "spare-" + made++;
        cluster.put(new EditableNode(name).label(WellKnown.SPARE_LABEL, POOL).cordoned());
        slurm.addSilent(name);
        pods(name);
        return "a spare: " + name;
    }

    private void pods(String node) {
        cluster.put(
                node,
                new PodView(
                        new PodRef("default", "exporter-" + node, "e-" + node + made),
                        PodKind.EVICTABLE,
                        false,
                        false));
        cluster.put(
                node,
                new PodView(
                        new PodRef("slurm", "slurmd-" + node, "s-" + node + made),
                        PodKind.SLURMD,
                        false,
                        false));
    }

    private String cordon(String node) {
        NodeView before = cluster.node(node).orElseThrow();
        if (before.unschedulable()) {
            return "cordoned already: " + node;
        }
        cluster.edit(node, each -> each.unschedulable = true);
        // The cordon of a spare belongs to the pool of spares, whoever set it; and a node that
        // still
        // carries our signature looks as if its cordon were ours, had it been lifted in between.
        boolean signed = before.quarantine() instanceof Mark.Signed;
        if (!signed && !before.labels().containsKey(WellKnown.SPARE_LABEL)) {
            rules.cordonedByHand(node);
        }
        return "a person cordons " + node;
    }

    private String uncordon(String node) {
        cluster.edit(node, each -> each.unschedulable = false);
        rules.freedByHand(node);
        return "a person uncordons " + node;
    }

    private String drain(String node) {
        boolean free =
                slurm.nodes().stream().anyMatch(each -> each.name().equals(node) && !each.closed());
        if (!free) {
            return "drained already: " + node;
        }
        String reason = "bad fan " + now;
        slurm.drainByHand(node, reason);
        rules.drainedByHand(node, reason);
        return "a person drains " + node;
    }

    private String resume(String node) {
        boolean known = slurm.nodes().stream().anyMatch(each -> each.name().equals(node));
        if (!known) {
            return "unknown to Slurm: " + node;
        }
        slurm.resumeByHand(node);
        rules.resumedByHand(node);
        return "a person resumes " + node;
    }

    private String reborn(String node) {
        NodeView before = cluster.node(node).orElseThrow();
        EditableNode after = new EditableNode(node);
        after.machine = new Machine("uid-" + chance.id(), "boot-" + chance.id());
        Stream.of(WellKnown.POOL_LABEL, WellKnown.SPARE_LABEL)
                .filter(before.labels()::containsKey)
                .forEach(key -> after.label(key, before.labels().get(key)));
        after.unschedulable = before.labels().containsKey(WellKnown.SPARE_LABEL);
        cluster.put(after);
        rules.forgotten(node);
        return "another machine is " + node;
    }

    private String gone(String node) {
        if (cluster.names().size() < 3 || chance.perMille(700)) {
            return "nothing";
        }
        cluster.remove(node);
        rules.forgotten(node);
        return "deleted: " + node;
    }

    private String optOut(String node) {
        cluster.edit(node, each -> each.label(WellKnown.OPT_OUT, WellKnown.FORBID));
        return "opt-out: " + node;
    }

    private String optIn(String node) {
        cluster.edit(node, each -> each.labels.remove(WellKnown.OPT_OUT));
        return "no opt-out: " + node;
    }

    private String end() {
        List<SlurmJob> running = slurm.everything().stream().filter(SlurmJob::active).toList();
        if (running.isEmpty()) {
            return "no job runs";
        }
        SlurmJob job = chance.oneOf(new ArrayList<>(running));
        slurm.end(job.id(), chance.oneOf(List.of(SlurmJobState.COMPLETED, SlurmJobState.FAILED)));
        return "job ends: " + job.id();
    }

    private String outage() {
        if (chance.perMille(500)) {
            apiUp(!apiUp);
            return "API server answers: " + apiUp;
        }
        slurmUp(!slurmUp);
        return "slurmctld answers: " + slurmUp;
    }

    /** Shorter steps than any deadline; one that is stepped over has passed. */
    private String stepClock() {
        int most = (int) Duration.ofMinutes(2).toMillis();
        clockOff =
                chance.perMille(500)
                        ? Duration.ZERO
                        : Duration.ofMillis(chance.between(-most, most));
        return "the clock is off by " + clockOff;
    }

    private void apiUp(boolean up) {
        apiUp = up;
        seen.answers(up);
    }

    private void slurmUp(boolean up) {
        slurmUp = up;
        slurm.answers(up);
    }
}
