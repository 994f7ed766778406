package io.medevac.simulation;

import io.medevac.domain.remediation.incident.StateName;
import java.util.EnumMap;
import java.util.Map;

/**
 * What happened, in numbers.
 *
 * @param histories histories
 * @param looks times that a service looked at an incident
 * @param crashes times that a process died
 * @param requeues jobs requeued
 * @param incidents incidents, by the state they came to
 */
record Counts(
        long histories, long looks, long crashes, long requeues, Map<StateName, Long> incidents) {

    static final Counts NONE = new Counts(0, 0, 0, 0, Map.of());

    Counts {
        incidents = Map.copyOf(incidents);
    }

    /** Of one history. */
    static Counts of(Services services, World world) {
        Map<StateName, Long> ends = new EnumMap<>(StateName.class);
        world.incidents.all().forEach(each -> ends.merge(each.state().name(), 1L, Long::sum));
        return new Counts(
                1, services.looks(), services.crashes(), world.slurm.requeues().size(), ends);
    }

    Counts plus(Counts more) {
        Map<StateName, Long> ends = new EnumMap<>(StateName.class);
        ends.putAll(incidents);
        more.incidents.forEach((state, count) -> ends.merge(state, count, Long::sum));
        return new Counts(
                histories + more.histories,
                looks + more.looks,
                crashes + more.crashes,
                requeues + more.requeues,
                ends);
    }
}
