package io.medevac.domain.notification;

import io.medevac.domain.fault.RecommendedAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which news is told to whom.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><td>fault that takes no node out</td><td>operators, again in the same incident only if graver</td></tr>
 * <tr><td>node quarantined</td><td>operators</td></tr>
 * <tr><td>held</td><td>operators, once for each set of gates and phase; not for faults that take no node out</td></tr>
 * <tr><td>remediation or evacuation failed</td><td>operators</td></tr>
 * <tr><td>job signalled, not requeueable, resumed</td><td>owner</td></tr>
 * <tr><td>job lost</td><td>owner and operators</td></tr>
 * <tr><td>incident closed</td><td>operators; not if nothing was needed and they never heard of it</td></tr>
 * </table>
 *
 * @param maxAge events older than this are not told
 */
public record Telling(Duration maxAge) {

    /**
     * What to tell.
     *
     * @param notices nobody, one or two audiences
     * @param silence why nothing is told; null when something is
     * @param told what the incident's operators know after this
     */
    public record Decision(List<Notice> notices, @Nullable Silence silence, Told told) {
        public Decision {
            notices = List.copyOf(notices);
        }

        private static Decision tell(Told told, Notice... notices) {
            return new Decision(List.of(notices), null, told);
        }

        private static Decision silent(Silence why, Told told) {
            return new Decision(List.of(), why, told);
        }
    }

    /** Decides for one piece of news, given what was told of its incident before. */
    public Decision decide(News news, Told told, Instant now) {
        if (news.origin().occurredAt().isBefore(now.minus(maxAge))) {
            return Decision.silent(Silence.TOO_OLD, told);
        }
        return switch (news) {
            case News.FaultReported fault -> fault(fault, told);
            case News.NodeQuarantined node ->
                    Decision.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.quarantined(node)));
            case News.RemediationHeld held -> held(held, told);
            case News.RemediationFailed failed ->
                    Decision.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.remediationFailed(failed)));
            case News.EvacuationFailed failed ->
                    Decision.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.evacuationFailed(failed)));
            case News.JobSignalled job ->
                    Decision.tell(told, Notice.toOwner(job.job(), OwnerTexts.signalled(job)));
            case News.JobNotRequeueable job ->
                    Decision.tell(told, Notice.toOwner(job.job(), OwnerTexts.notRequeueable(job)));
            case News.JobResumed job ->
                    Decision.tell(told, Notice.toOwner(job.job(), OwnerTexts.resumed(job)));
            case News.JobLost job ->
                    Decision.tell(
                            told.withAttention(),
                            Notice.toOwner(job.job(), OwnerTexts.lost(job)),
                            Notice.toOperators(OperatorTexts.lost(job)));
            case News.IncidentClosed closed -> closed(closed, told);
        };
    }

    private static Decision fault(News.FaultReported news, Told told) {
        RecommendedAction action = news.fault().action();
        if (action.takesNodeOut()) {
            return Decision.silent(Silence.NOT_NEWS, told);
        }
        return told.isGraver(action)
                ? Decision.tell(
                        told.withFault(action), Notice.toOperators(OperatorTexts.fault(news)))
                : Decision.silent(Silence.TOLD_BEFORE, told);
    }

    private static Decision held(News.RemediationHeld news, Told told) {
        if (!news.fault().action().takesNodeOut()) {
            return Decision.silent(Silence.NOT_NEWS, told);
        }
        return told.knowsHold(news)
                ? Decision.silent(Silence.TOLD_BEFORE, told)
                : Decision.tell(told.withHold(news), Notice.toOperators(OperatorTexts.held(news)));
    }

    private static Decision closed(News.IncidentClosed news, Told told) {
        return news.outcome() == News.Outcome.NOT_NEEDED && !told.attention()
                ? Decision.silent(Silence.NOT_NEWS, told)
                : Decision.tell(told, Notice.toOperators(OperatorTexts.closed(news)));
    }
}
