package io.medevac.domain.notification;

import io.medevac.domain.fault.RecommendedAction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which news is told to whom.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><td>fault that takes no node out</td><td>operators, again in the same incident only if graver</td></tr>
 * <tr><td>node quarantined</td><td>operators</td></tr>
 * <tr><td>held</td><td>operators, once for each set of gates and phase; not for faults that take no node out</td></tr>
 * <tr><td>held by a limit of its pool</td><td>operators, in one message for all incidents of the pool</td></tr>
 * <tr><td>remediation or evacuation failed</td><td>operators</td></tr>
 * <tr><td>job signalled, not requeueable, resumed</td><td>owner</td></tr>
 * <tr><td>job lost</td><td>owner and operators</td></tr>
 * <tr><td>incident closed</td><td>operators; not if nothing was needed and they never heard of it</td></tr>
 * </table>
 *
 * @param maxAge events older than this are not told
 * @param gather how long the message about a limit waits for more incidents that it holds
 * @param quiet how long after the first of them no other message about that limit is sent
 */
public record Telling(Duration maxAge, Duration gather, Duration quiet) {

    /**
     * What to tell.
     *
     * @param notices nobody, one or two audiences
     * @param silence why nothing is told; null when something is
     * @param told what the incident's operators know after this
     * @param storm what they know of the limit that holds it after this
     * @param about the event that the notices are about
     * @param tellAt when they are to be sent
     */
    public record Decision(
            List<Notice> notices,
            @Nullable Silence silence,
            Told told,
            Storm storm,
            Origin about,
            Instant tellAt) {
        public Decision {
            notices = List.copyOf(notices);
        }
    }

    /** Decides for news that no limit of a pool holds, or the first that it holds. */
    public Decision decide(News news, Told told, Instant now) {
        return decide(news, told, Storm.NONE, now);
    }

    /**
     * Decides for one piece of news.
     *
     * @param told what was told of its incident before
     * @param storm what was told before of the limit that holds it
     */
    public Decision decide(News news, Told told, Storm storm, Instant now) {
        Case it = new Case(news, storm, now);
        if (news.origin().occurredAt().isBefore(now.minus(maxAge))) {
            return it.silent(Silence.TOO_OLD, told);
        }
        return switch (news) {
            case News.FaultReported fault -> fault(it, fault, told);
            case News.NodeQuarantined node ->
                    it.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.quarantined(node)));
            case News.RemediationHeld held -> held(it, held, told);
            case News.RemediationFailed failed ->
                    it.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.remediationFailed(failed)));
            case News.EvacuationFailed failed ->
                    it.tell(
                            told.withAttention(),
                            Notice.toOperators(OperatorTexts.evacuationFailed(failed)));
            case News.JobSignalled job ->
                    it.tell(told, Notice.toOwner(job.job(), OwnerTexts.signalled(job)));
            case News.JobNotRequeueable job ->
                    it.tell(told, Notice.toOwner(job.job(), OwnerTexts.notRequeueable(job)));
            case News.JobResumed job ->
                    it.tell(told, Notice.toOwner(job.job(), OwnerTexts.resumed(job)));
            case News.JobLost job ->
                    it.tell(
                            told.withAttention(),
                            Notice.toOwner(job.job(), OwnerTexts.lost(job)),
                            Notice.toOperators(OperatorTexts.lost(job)));
            case News.IncidentClosed closed -> closed(it, closed, told);
        };
    }

    private static Decision fault(Case it, News.FaultReported news, Told told) {
        RecommendedAction action = news.fault().action();
        if (action.takesNodeOut()) {
            return it.silent(Silence.NOT_NEWS, told);
        }
        return told.isGraver(action)
                ? it.tell(told.withFault(action), Notice.toOperators(OperatorTexts.fault(news)))
                : it.silent(Silence.TOLD_BEFORE, told);
    }

    private Decision held(Case it, News.RemediationHeld news, Told told) {
        if (!news.fault().action().takesNodeOut()) {
            return it.silent(Silence.NOT_NEWS, told);
        }
        if (told.knowsHold(news)) {
            return it.silent(Silence.TOLD_BEFORE, told);
        }
        return Storm.limitOf(news)
                .map(limit -> heldByLimit(it, news, limit, told))
                .orElseGet(
                        () ->
                                it.tell(
                                        told.withHold(news),
                                        Notice.toOperators(OperatorTexts.held(news))));
    }

    /** The one message is written anew for each incident until it is sent. */
    private Decision heldByLimit(Case it, News.RemediationHeld news, News.Gate limit, Told told) {
        Storm storm = it.storm().with(news, it.now(), it.now().minus(quiet));
        Told known = told.withHoldOfMany(news);
        Origin about = Objects.requireNonNull(storm.first(), "there is one at least");
        Instant tellAt = storm.since().plus(gather);
        boolean sent = storm.incidents() > 1 && !it.now().isBefore(tellAt);
        return new Decision(
                sent
                        ? List.of()
                        : List.of(
                                Notice.toOperators(
                                        OperatorTexts.heldByLimit(
                                                news, limit, about, storm.incidents(), quiet))),
                sent ? Silence.TOLD_OF_POOL : null,
                known,
                storm,
                about,
                tellAt);
    }

    private static Decision closed(Case it, News.IncidentClosed news, Told told) {
        return news.outcome() == News.Outcome.NOT_NEEDED && !told.attention()
                ? it.silent(Silence.NOT_NEWS, told)
                : it.tell(told, Notice.toOperators(OperatorTexts.closed(news)));
    }

    /** What is decided about, and when. */
    private record Case(News news, Storm storm, Instant now) {

        Decision tell(Told told, Notice... notices) {
            return new Decision(List.of(notices), null, told, storm, news.origin(), now);
        }

        Decision silent(Silence why, Told told) {
            return new Decision(List.of(), why, told, storm, news.origin(), now);
        }
    }
}
