package io.medevac.slurmbridge.adapter.metrics;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Decision.CausedEvent;
import io.medevac.domain.slurm.evacuation.EvacuatedJob;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationEvent;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.EvacuationFailed;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobRequeued;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.JobResumed;
import io.medevac.domain.slurm.evacuation.EvacuationState;
import io.medevac.domain.slurm.evacuation.JobPhase;
import io.medevac.messaging.LogContext;
import io.medevac.slurmbridge.port.Transitions;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/** One INFO line a transition, of the evacuation and of each job; counters and timers beside it. */
@ApplicationScoped
class LoggedTransitions implements Transitions {
    private static final Logger LOG = Logger.getLogger(LoggedTransitions.class);
    private static final String NEW = "new";

    private final MeterRegistry metrics;

    LoggedTransitions(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public void moved(Evacuation before, Decision decision) {
        Evacuation after = decision.next();
        LogContext.set(after.subject().incident(), after.subject().node());
        state(before.state(), after.state());
        jobs(before, after);
        for (CausedEvent caused : decision.events()) {
            measure(caused.event());
        }
    }

    private void state(EvacuationState from, EvacuationState to) {
        if (from.getClass() == to.getClass()) {
            return;
        }
        LOG.infof("evacuation: from=%s to=%s reason=%s", name(from), name(to), reason(to));
        metrics.counter("medevac.evacuation.transitions", "from", name(from), "to", name(to))
                .increment();
    }

    private static String reason(EvacuationState state) {
        return switch (state) {
            case EvacuationState.Draining s -> "quarantined";
            case EvacuationState.Evacuating s -> s.slurmNode() + " takes no new work";
            case EvacuationState.AwaitingReplacement s -> s.slurmNode() + " is vacated";
            case EvacuationState.Joining s -> s.replacement().node() + " replaces it";
            case EvacuationState.Resuming s -> "the replacement takes work";
            case EvacuationState.Releasing s -> s.reason();
            case EvacuationState.Done s -> s.reason();
            case EvacuationState.Failed s -> s.reason();
        };
    }

    private static void jobs(Evacuation before, Evacuation after) {
        Map<Long, JobPhase> phases = new HashMap<>();
        before.jobs().forEach(job -> phases.put(job.id(), job.phase()));
        for (EvacuatedJob job : after.jobs()) {
            JobPhase was = phases.get(job.id());
            if (was == null || was.getClass() != job.phase().getClass()) {
                LOG.infof(
                        "job: job=%s from=%s to=%s",
                        job.run(), was == null ? NEW : name(was), name(job.phase()));
            }
        }
    }

    private void measure(EvacuationEvent event) {
        metrics.counter("medevac.evacuation.events", "type", name(event)).increment();
        if (event instanceof JobRequeued requeued) {
            metrics.timer("medevac.job.grace.used").record(requeued.graceUsed());
        } else if (event instanceof JobResumed resumed) {
            metrics.timer("medevac.job.lost.time").record(resumed.lost());
        } else if (event instanceof EvacuationFailed failed) {
            LOG.errorf(
                    "MEDEVAC-SLURM-001 evacuation failed: reason=%s do=%s",
                    failed.reason(), failed.whatToDo());
        }
    }

    private static String name(Object of) {
        return of.getClass().getSimpleName();
    }
}
