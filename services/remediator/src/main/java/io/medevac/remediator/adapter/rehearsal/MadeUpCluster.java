package io.medevac.remediator.adapter.rehearsal;

import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.cluster.Attempt.Result;
import io.medevac.domain.remediation.cluster.Mark;
import io.medevac.domain.remediation.cluster.NodeView;
import io.medevac.domain.remediation.cluster.PodView;
import io.medevac.domain.remediation.cluster.PoolMember;
import io.medevac.domain.remediation.cluster.Readiness;
import io.medevac.domain.remediation.cluster.Taint;
import io.medevac.domain.remediation.cluster.WellKnown;
import io.medevac.domain.remediation.incident.Effect;
import io.medevac.remediator.port.ClusterView;
import io.medevac.remediator.port.NodeControl;
import io.medevac.remediator.port.ReplacementProvider;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One faulty node and one spare that do as they are told; they exist nowhere else. */
final class MadeUpCluster implements ClusterView, NodeControl, ReplacementProvider {

    static final String NAME = "medevac-rehearsal";
    static final String SPARE = NAME + "-spare";
    static final Machine MACHINE = new Machine(NAME, NAME);

    private static final long GPUS = 8;

    private NodeView node =
            node(NAME, Map.of(WellKnown.POOL_LABEL, NAME), false, List.of(), Mark.none());
    private NodeView spare =
            node(SPARE, Map.of(WellKnown.SPARE_LABEL, NAME), true, List.of(), Mark.none());

    @Override
    public Optional<NodeView> node(String name) {
        return Stream.of(node, spare).filter(each -> each.name().equals(name)).findFirst();
    }

    @Override
    public List<PodView> pods(String on) {
        return List.of();
    }

    @Override
    public List<PoolMember> pool(String pool) {
        return Stream.of(node, spare)
                .filter(each -> pool.equals(each.pool()))
                .map(each -> new PoolMember(each.name(), true, each.unschedulable()))
                .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<NodeView> offers(String pool, @Nullable String picked) {
        return List.of(spare);
    }

    @Override
    public Attempt run(Effect.OnNode effect) {
        switch (effect) {
            case Effect.CordonAndTaint cordon ->
                    node =
                            node(
                                    NAME,
                                    node.labels(),
                                    true,
                                    List.of(
                                            Taint.quarantine(
                                                    cordon.signature().incident().toString())),
                                    cordon.signature());
            case Effect.RetireNode retire ->
                    node =
                            node(
                                    NAME,
                                    Map.of(WellKnown.REPAIR_LABEL, retire.repair()),
                                    true,
                                    node.taints(),
                                    node.quarantine());
            case Effect.ReleaseNode release -> {}
            case Effect.TaintOutOfService taint -> {}
            case Effect.EvictPod evict -> {}
            case Effect.DeletePod delete -> {}
        }
        return done(effect);
    }

    /** A patch that no API server takes: neither node nor version is there. */
    Effect.CordonAndTaint refusedEverywhere(UUID incident, Instant at) {
        return new Effect.CordonAndTaint(
                node, new Mark.Signed(incident, at, node.unschedulable(), Map.of()));
    }

    @Override
    public Attempt run(Effect.OnReplacement effect) {
        switch (effect) {
            case Effect.ClaimSpare claim ->
                    spare = node(SPARE, spare.labels(), true, List.of(), claim.signature());
            case Effect.AdmitSpare admit ->
                    spare =
                            node(
                                    SPARE,
                                    Map.of(WellKnown.POOL_LABEL, admit.pool()),
                                    false,
                                    List.of(),
                                    Mark.none());
            case Effect.UnclaimSpare unclaim -> {}
        }
        return done(effect);
    }

    private static Attempt done(Effect effect) {
        return new Attempt(
                effect.getClass().getSimpleName(), effect.target(), Result.DONE, "rehearsed");
    }

    /** The mark is the quarantine of the faulty node and the claim of the spare. */
    private static NodeView node(
            String name,
            Map<String, String> labels,
            boolean cordoned,
            List<Taint> taints,
            Mark mark) {
        boolean faulty = name.equals(NAME);
        return new NodeView(
                name,
                faulty ? MACHINE : new Machine(SPARE, SPARE),
                "0",
                labels,
                Map.of(),
                cordoned,
                taints,
                Readiness.READY,
                Instant.EPOCH,
                false,
                GPUS,
                GPUS,
                faulty ? mark : Mark.none(),
                faulty ? Mark.none() : mark);
    }
}
