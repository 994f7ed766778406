package io.medevac.domain.remediation.incident;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.node.Machine;
import io.medevac.domain.remediation.incident.IncidentState.Assessing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One case of trouble on one boot of one machine.
 *
 * @param id incident id, as the detector gave it
 * @param node Kubernetes node name
 * @param machine the boot the faults belong to
 * @param pool pool of the node, kept from the moment it is decided to act; null when in none
 * @param openedAt when the first fault was seen
 * @param faults its faults, in the order they came; at least one
 * @param evacuation what was heard of the jobs
 * @param state where it stands
 * @param phases the phases it went through
 * @param cause the event that the next event of this incident follows from
 * @param orders what persons have ordered about it
 */
public record Incident(
        UUID id,
        String node,
        Machine machine,
        @Nullable String pool,
        Instant openedAt,
        List<KnownFault> faults,
        Evacuation evacuation,
        IncidentState state,
        List<Phase> phases,
        UUID cause,
        IncidentOrders orders) {

    /** Most distinct faults that are kept; more say nothing new. */
    static final int MAX_FAULTS = 64;

    /** Most phases that are kept; the first ones go when a hold comes and goes for long. */
    static final int MAX_PHASES = 64;

    public Incident {
        faults = List.copyOf(faults);
        phases = List.copyOf(phases);
        // An incident that was stored before there were orders has none.
        orders = Objects.requireNonNullElse(orders, IncidentOrders.NONE);
    }

    /**
     * A new incident with its first fault.
     *
     * @param event the event that told of the fault
     * @param at when the fault was seen
     * @param now when this is stored
     */
    public static Incident open(
            UUID id,
            String node,
            Machine machine,
            Fault fault,
            UUID event,
            Instant at,
            Instant now) {
        return new Incident(
                id,
                node,
                machine,
                null,
                at,
                List.of(KnownFault.first(fault, event, at)),
                Evacuation.NOTHING_HEARD,
                new Assessing(now),
                List.of(),
                event,
                IncidentOrders.NONE);
    }

    /** The worst fault: what the incident is about. */
    public Fault fault() {
        return Collections.max(faults, KnownFault.BY_GRAVITY).fault();
    }

    /** Whether it is over. */
    public boolean closed() {
        return state.name().terminal();
    }

    /** Whether there is anything left to do: it is open, or its node is still to be given back. */
    public boolean active() {
        return !closed() || orders.release() != null;
    }

    /**
     * The same with a fact stored. A fact that does not belong to the state (a vacated node that
     * was never in quarantine, anything but an order to give the node back after the end) changes
     * nothing.
     */
    public Incident with(Fact fact) {
        if (fact instanceof Fact.Ordered ordered) {
            return withOrder(ordered);
        }
        if (closed()) {
            return this;
        }
        return switch (fact) {
            case Fact.Ordered ordered -> this;
            case Fact.FaultJoined joined -> withFault(joined);
            case Fact.NodeVacated f ->
                    state.name() == StateName.VACATING
                            ? heard(f, evacuation.vacated(f.slurmNode(), f.requeued(), f.lost()))
                            : this;
            case Fact.EvacuationFailed f ->
                    state.name() == StateName.VACATING
                            ? heard(f, evacuation.failed(f.failure()))
                            : this;
            case Fact.SlurmNodeJoined f ->
                    state.name() == StateName.VERIFYING
                            ? heard(f, evacuation.joined(f.slurmNode()))
                            : this;
            case Fact.JobRequeued f -> heard(f, evacuation.job(f.jobId(), JobTrack::asRequeued));
            case Fact.JobResumed f -> heard(f, evacuation.job(f.jobId(), JobTrack::asResumed));
            case Fact.JobEnded f -> heard(f, evacuation.job(f.jobId(), JobTrack::asEnded));
            case Fact.JobLost f ->
                    heard(f, evacuation.job(f.jobId(), job -> job.asLost(f.reason())));
            case Fact.JobNotRequeueable f ->
                    heard(f, evacuation.job(f.jobId(), job -> job.asWaitedForUntil(f.deadline())));
        };
    }

    /** The same in this pool. */
    public Incident inPool(@Nullable String seen) {
        return new Incident(
                id,
                node,
                machine,
                seen,
                openedAt,
                faults,
                evacuation,
                state,
                phases,
                cause,
                orders);
    }

    /** Whether nothing was done yet: then its pool is still the one its node is labelled with. */
    public boolean untouched() {
        return state instanceof Assessing
                || (state instanceof IncidentState.Held held
                        && held.interrupted() instanceof Assessing);
    }

    /** The same with what the state knows brought up to date; the state stays the same one. */
    public Incident updated(IncidentState same) {
        if (same.name() != state.name()) {
            throw new IllegalStateException("not an update of " + state.name() + ": " + same);
        }
        return in(same, phases);
    }

    /**
     * The same in another state.
     *
     * @throws IllegalStateException when there is no such transition
     */
    public Incident movedTo(IncidentState next) {
        Transitions.require(state.name(), next.name());
        List<Phase> all = new ArrayList<>(phases);
        all.add(new Phase(state.name(), state.since(), next.since()));
        Incident moved = in(next, all.subList(Math.max(0, all.size() - MAX_PHASES), all.size()));
        return state.name() == StateName.RELEASING ? moved.givenBack() : moved;
    }

    /** The same, whose node is not to be given back any more: it was, or it cannot be. */
    public Incident givenBack() {
        return ordered(orders.givenBack(), cause);
    }

    /** The same, whose next event follows from this one. */
    public Incident following(UUID event) {
        return ordered(orders, event);
    }

    private Incident in(IncidentState next, List<Phase> through) {
        return new Incident(
                id,
                node,
                machine,
                pool,
                openedAt,
                faults,
                evacuation,
                next,
                through,
                cause,
                orders);
    }

    private Incident heard(Fact fact, Evacuation next) {
        return new Incident(
                id,
                node,
                machine,
                pool,
                openedAt,
                faults,
                next,
                state,
                phases,
                fact.event(),
                orders);
    }

    private Incident ordered(IncidentOrders next, UUID event) {
        return new Incident(
                id, node, machine, pool, openedAt, faults, evacuation, state, phases, event, next);
    }

    /** What is being given back already needs no order; what is over takes only that one. */
    private Incident withOrder(Fact.Ordered fact) {
        if (state.name() == StateName.RELEASING) {
            return this;
        }
        return switch (fact) {
            case Fact.ReleaseOrdered f -> ordered(orders.released(f.order()), f.event());
            case Fact.CancelOrdered f ->
                    closed() ? this : ordered(orders.cancelled(f.order()), f.event());
            case Fact.Approved f ->
                    closed() ? this : ordered(orders.approved(f.order()), f.event());
        };
    }

    private Incident withFault(Fact.FaultJoined joined) {
        List<KnownFault> list = new ArrayList<>(faults);
        int known = -1;
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).event().equals(joined.event())) {
                return this;
            }
            if (list.get(i).sameAs(joined.fault())) {
                known = i;
            }
        }
        if (known >= 0) {
            list.set(known, list.get(known).again(joined.at()));
        } else if (list.size() < MAX_FAULTS) {
            list.add(KnownFault.first(joined.fault(), joined.event(), joined.at()));
        }
        return new Incident(
                id, node, machine, pool, openedAt, list, evacuation, state, phases, cause, orders);
    }
}
