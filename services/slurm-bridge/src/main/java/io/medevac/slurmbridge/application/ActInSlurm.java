package io.medevac.slurmbridge.application;

import io.medevac.domain.slurm.evacuation.Decision;
import io.medevac.domain.slurm.evacuation.Evacuation;
import io.medevac.domain.slurm.evacuation.EvacuationPolicy;
import io.medevac.domain.slurm.evacuation.EvacuationRules;
import io.medevac.domain.slurm.evacuation.SlurmEffect;
import io.medevac.domain.slurm.evacuation.SlurmEffect.DrainNode;
import io.medevac.domain.slurm.evacuation.SlurmEffect.RequeueJob;
import io.medevac.domain.slurm.evacuation.SlurmEffect.UndrainNode;
import io.medevac.slurmbridge.port.EvacuationStore;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.SlurmControl.Outcome;
import io.medevac.slurmbridge.port.Transitions;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.InstantSource;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Does in Slurm what was decided and stored. Whether it worked is seen at the next look; only a
 * refusal is a fact that no look can show, so it is stored.
 */
@ApplicationScoped
public class ActInSlurm {
    private static final Logger LOG = Logger.getLogger(ActInSlurm.class);

    private final SlurmControl slurm;
    private final EvacuationStore store;
    private final EvacuationPolicy policy;
    private final InstantSource clock;
    private final Transitions transitions;

    /** Constructor for injection. */
    public ActInSlurm(
            SlurmControl slurm,
            EvacuationStore store,
            EvacuationPolicy policy,
            InstantSource clock,
            Transitions transitions) {
        this.slurm = slurm;
        this.store = store;
        this.policy = policy;
        this.clock = clock;
        this.transitions = transitions;
    }

    /**
     * Acts in order, up to the first call that gets no answer: a controller that is slow is not
     * asked for more.
     *
     * @return whether every call was answered
     */
    public boolean act(UUID incident, Decision decision) {
        for (SlurmEffect effect : decision.effects()) {
            try {
                settle(incident, effect, act(incident, effect));
            } catch (NoAnswer e) {
                LOG.warnf(
                        "no answer from Slurm, looking again: effect=%s reason=%s",
                        nameOf(effect), e.getMessage());
                return false;
            }
        }
        return true;
    }

    private Outcome act(UUID incident, SlurmEffect effect) {
        if (!(effect instanceof UndrainNode) && stopped(incident)) {
            return new Outcome.Overtaken("the evacuation was stopped");
        }
        return switch (effect) {
            case DrainNode drain ->
                    slurm.drain(drain.slurmNode(), drain.reason(), drain.standing());
            case RequeueJob requeue -> slurm.requeue(requeue.job());
            case UndrainNode undrain -> slurm.undrain(undrain.slurmNode(), undrain.standing());
        };
    }

    /** Looked up right before the act: it may have been decided before the node was released. */
    private boolean stopped(UUID incident) {
        return store.load(incident).filter(each -> each.releasing() || each.over()).isPresent();
    }

    private void settle(UUID incident, SlurmEffect effect, Outcome outcome) {
        switch (outcome) {
            case Outcome.Accepted accepted ->
                    LOG.debugf("accepted by Slurm: effect=%s", nameOf(effect));
            case Outcome.Overtaken overtaken ->
                    LOG.infof(
                            "not done, things have changed: effect=%s now=%s",
                            nameOf(effect), overtaken.now());
            case Outcome.Refused refused -> {
                LOG.warnf(
                        "refused by Slurm: effect=%s reason=%s", nameOf(effect), refused.reason());
                if (effect instanceof RequeueJob requeue) {
                    storeRefusal(incident, requeue.job().id(), refused.reason());
                }
            }
        }
    }

    private void storeRefusal(UUID incident, long jobId, String reason) {
        Evacuation[] before = new Evacuation[1];
        store.update(
                        incident,
                        known ->
                                known.map(
                                        evacuation -> {
                                            before[0] = evacuation;
                                            return EvacuationRules.refused(
                                                    evacuation,
                                                    jobId,
                                                    reason,
                                                    policy,
                                                    clock.instant());
                                        }))
                .ifPresent(decision -> transitions.moved(before[0], decision));
    }

    private static String nameOf(SlurmEffect effect) {
        return switch (effect) {
            case DrainNode drain -> "drain " + drain.slurmNode();
            case RequeueJob requeue -> "requeue " + requeue.job().run();
            case UndrainNode undrain -> "undrain " + undrain.slurmNode();
        };
    }
}
