package io.medevac.detector.application;

import io.medevac.detector.application.RawReport.RawFinding;
import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.slurm.DrainReasons;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Takes in why Slurm nodes are closed, where a health check or Slurm itself has closed them. */
@ApplicationScoped
public class TakeInDrainReason {
    private static final Logger LOG = Logger.getLogger(TakeInDrainReason.class);

    private final DrainReasons reasons;
    private final TakeInReport takeIn;

    /** With what it needs. */
    public TakeInDrainReason(DrainReasons reasons, TakeInReport takeIn) {
        this.reasons = reasons;
        this.takeIn = takeIn;
    }

    /**
     * A reason.
     *
     * @param node Kubernetes node
     * @param slurmNode Slurm node
     * @param text the reason
     * @param setBy user who set it; null when not known
     * @param setAt when it was set; null when not known
     */
    public record Reason(
            String node,
            String slurmNode,
            String text,
            @Nullable String setBy,
            @Nullable Instant setAt) {}

    /**
     * Takes it in; blocks until it is stored. Safe to repeat.
     *
     * @throws RuntimeException when the store does not answer: nothing was taken in, try again
     */
    public void on(Reason reason) {
        List<Finding> findings = reasons.of(reason.text(), reason.node(), reason.setAt());
        if (findings.isEmpty()) {
            LOG.infof(
                    "Slurm node closed, no fault: slurmNode=%s by=%s",
                    reason.slurmNode(), reason.setBy());
            return;
        }
        takeIn.on(
                new RawReport(
                        Source.SLURM,
                        reason.node(),
                        "slurm:" + reason.slurmNode(),
                        null,
                        findings.stream().map(finding -> raw(reason, finding)).toList()));
    }

    private static RawFinding raw(Reason reason, Finding finding) {
        Instant setAt = reason.setAt();
        // One reason may quote several codes; each of them is a signal.
        String identity =
                "%s %s %s %s"
                        .formatted(
                                setAt,
                                finding.fault().kind(),
                                finding.fault().code(),
                                reason.text());
        BootClaim boot = setAt == null ? new BootClaim.Unknown() : new BootClaim.At(setAt);
        return new RawFinding(
                identity,
                0,
                boot,
                finding,
                "%s [%s]".formatted(reason.text(), reason.setBy() == null ? "?" : reason.setBy()));
    }
}
