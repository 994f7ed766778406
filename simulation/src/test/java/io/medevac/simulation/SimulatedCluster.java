package io.medevac.simulation;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Attempt.Result;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.remediator.fake.InMemoryCluster;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import io.medevac.slurmbridge.port.KubernetesView;
import io.medevac.slurmbridge.port.NoAnswer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cluster as both services see it, in all weather; every act is checked before it is done. */
final class SimulatedCluster implements ClusterView, NodeControl, ReplacementProvider {
    private final InMemoryCluster cluster;
    private final Weather weather;
    private final Rules rules;
    private boolean answering = true;

    SimulatedCluster(InMemoryCluster cluster, Weather weather, Rules rules) {
        this.cluster = cluster;
        this.weather = weather;
        this.rules = rules;
    }

    /** Whether the API server answers. */
    void answers(boolean answers) {
        answering = answers;
    }

    @Override
    public Optional<NodeView> node(String name) {
        return read("get node", () -> cluster.node(name));
    }

    @Override
    public List<PodView> pods(String node) {
        return read("list pods", () -> cluster.pods(node));
    }

    @Override
    public List<PoolMember> pool(String pool) {
        return read("list pool", () -> cluster.pool(pool));
    }

    @Override
    public String name() {
        return cluster.name();
    }

    @Override
    public List<NodeView> offers(String pool, @Nullable String picked) {
        return read("list spares", () -> cluster.offers(pool, picked));
    }

    @Override
    public Attempt run(Effect.OnNode effect) {
        return act(
                effect,
                () -> {
                    rules.before(effect);
                    return cluster.run(effect);
                });
    }

    @Override
    public Attempt run(Effect.OnReplacement effect) {
        return act(effect, () -> cluster.run(effect));
    }

    /** The same as the bridge sees it. */
    KubernetesView forTheBridge() {
        return new KubernetesView() {
            @Override
            public Optional<KubernetesNode> node(String name) {
                return answered(() -> SimulatedCluster.this.node(name)).map(this::seen);
            }

            private KubernetesNode seen(NodeView node) {
                return new KubernetesNode(
                        String.valueOf(node.machine().nodeUid()),
                        node.taints().stream()
                                .filter(taint -> taint.key().equals(WellKnown.QUARANTINE_TAINT))
                                .map(taint -> taint.value())
                                .findFirst()
                                .orElse(null));
            }

            @Override
            public List<SlurmdPod> slurmdPods(String node) {
                return answered(() -> SimulatedCluster.this.node(node)).stream()
                        .filter(each -> each.pool() != null)
                        .map(each -> new SlurmdPod("slurmd-" + node, node))
                        .toList();
            }
        };
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalStateException e) {
            throw new NoAnswer(String.valueOf(e.getMessage()), e);
        }
    }

    private Attempt act(Effect effect, Supplier<Attempt> work) {
        return weather.around(
                effect.getClass().getSimpleName(),
                () ->
                        answering
                                ? work.get()
                                : new Attempt(
                                        effect.getClass().getSimpleName(),
                                        effect.target(),
                                        Result.FAILED,
                                        "the API server is down"));
    }

    private <T> T read(String call, Supplier<T> work) {
        return weather.around(
                call,
                () -> {
                    if (!answering) {
                        throw new IllegalStateException("the API server is down");
                    }
                    return work.get();
                });
    }
}
