package io.medevac.domain.remediation.cluster;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the cluster at one look. There is no observation when the API did not answer:
 * then nothing is decided.
 *
 * @param node the node of the incident; null when the API says that there is none of that name
 * @param pods the pods bound to a node of that name
 * @param pool all nodes of the incident's pool; empty when it is in none
 * @param provider name of the replacement provider
 * @param spares what the provider offers for the pool, and the node picked before, if any
 * @param attempts how the effects of the look before went; empty when there were none
 */
public record Observation(
        @Nullable NodeView node,
        List<PodView> pods,
        List<PoolMember> pool,
        String provider,
        List<NodeView> spares,
        List<Attempt> attempts) {

    public Observation {
        pods = List.copyOf(pods);
        pool = List.copyOf(pool);
        spares = List.copyOf(spares);
        attempts = List.copyOf(attempts);
    }

    /** The same before anything was tried. */
    public Observation beforeAnyAttempt() {
        return new Observation(node, pods, pool, provider, spares, List.of());
    }

    /** The pods that must leave and are still there, terminating ones among them. */
    public List<PodView> podsThatMustLeave() {
        return pods.stream().filter(PodView::mustLeave).toList();
    }

    /** The offered or picked node of that name. */
    public Optional<NodeView> spare(String name) {
        return spares.stream().filter(spare -> spare.name().equals(name)).findFirst();
    }

    /** The first attempt that did not work and should wait. */
    public Optional<Attempt> setback() {
        return attempts.stream().filter(Attempt::shouldWait).findFirst();
    }
}
