package io.medevac.remediator.adapter.metrics;

import io.medevac.domain.remediation.cluster.Attempt;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Incident;
import io.medevac.domain.remediation.incident.IncidentState;
import io.medevac.domain.remediation.incident.StateName;
import io.medevac.remediator.port.IncidentStore;
import io.medevac.remediator.port.Journal;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** One log line for each transition, and counters whose labels are closed sets. */
@ApplicationScoped
public class MeteredJournal implements Journal {
    private static final Logger LOG = Logger.getLogger("io.medevac.remediator");

    private final MeterRegistry meters;
    private final IncidentStore store;
    private final Map<StateName, AtomicLong> open = new EnumMap<>(StateName.class);

    MeteredJournal(MeterRegistry meters, IncidentStore store) {
        this.meters = meters;
        this.store = store;
        Arrays.stream(StateName.values())
                .filter(state -> !state.terminal())
                .forEach(
                        state ->
                                open.put(
                                        state,
                                        meters.gauge(
                                                "medevac.incidents.open",
                                                List.of(
                                                        io.micrometer.core.instrument.Tag.of(
                                                                "state", state.word())),
                                                new AtomicLong())));
    }

    @Override
    public void moved(Incident before, Incident after) {
        IncidentState from = before.state();
        IncidentState to = after.state();
        if (from.name() != to.name()) {
            LOG.infof(
                    "transition: from=%s to=%s node=%s incident=%s reason=%s",
                    from.name().word(), to.name().word(), after.node(), after.id(), reason(to));
            meters.counter(
                            "medevac.transitions",
                            "from",
                            from.name().word(),
                            "to",
                            to.name().word())
                    .increment();
        }
        if (to instanceof IncidentState.Held held && !sameHold(from, held)) {
            GateAnswer.holding(held.answers())
                    .forEach(
                            answer ->
                                    meters.counter("medevac.holds", "gate", answer.gate())
                                            .increment());
        }
    }

    @Override
    public void tried(Incident incident, Attempt attempt) {
        meters.counter(
                        "medevac.effects",
                        "effect",
                        attempt.effect(),
                        "result",
                        attempt.result().name())
                .increment();
        switch (attempt.result()) {
            case DONE, CONFLICT -> LOG.debugf("effect: %s", attempt);
            case BLOCKED ->
                    LOG.infof(
                            "effect refused for now: effect=%s target=%s reason=%s",
                            attempt.effect(), attempt.target(), attempt.detail());
            case FORBIDDEN, FAILED ->
                    LOG.warnf(
                            "effect did not work: effect=%s target=%s reason=%s",
                            attempt.effect(), attempt.target(), attempt.detail());
        }
    }

    @Override
    public void looked(Duration took) {
        meters.timer("medevac.reconcile").record(took);
    }

    @Scheduled(every = "10s", delayed = "5s")
    void countOpen() {
        Map<StateName, Long> counts = store.openByState();
        open.forEach((state, gauge) -> gauge.set(counts.getOrDefault(state, 0L)));
    }

    private static boolean sameHold(IncidentState from, IncidentState.Held held) {
        return from instanceof IncidentState.Held before
                && GateAnswer.saySame(before.answers(), held.answers());
    }

    private static String reason(IncidentState state) {
        return switch (state) {
            case IncidentState.Held held ->
                    GateAnswer.holding(held.answers()).stream()
                            .map(answer -> answer.gate() + ": " + answer.detail())
                            .collect(Collectors.joining("; "));
            case IncidentState.Releasing releasing -> releasing.reason();
            case IncidentState.Closed closed -> closed.reason();
            case IncidentState.Verifying verifying ->
                    verifying.replacement().node() + " serves in its place";
            case IncidentState.Assessing s -> "asked again";
            case IncidentState.Quarantining s -> "every gate passes";
            case IncidentState.Vacating s -> "seen cordoned, tainted and signed";
            case IncidentState.Draining s -> "no job is left";
            case IncidentState.Replacing s -> "no pod is left that must leave";
        };
    }
}
