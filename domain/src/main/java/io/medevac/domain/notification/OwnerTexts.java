package io.medevac.domain.notification;

import java.time.Duration;

/** What the owner of a job is told. */
final class OwnerTexts {

    private OwnerTexts() {}

    static Message signalled(News.JobSignalled news) {
        TroubledJob job = news.job();
        Letter letter =
                new Letter(
                                news.origin(),
                                "job.signalled",
                                "%s failed; your job %d saves its checkpoint and will go on"
                                        .formatted(
                                                Spoken.place(news.fault(), news.origin().node()),
                                                job.id()))
                        .say(Spoken.fault(news.fault()))
                        .say(
                                "Your %s got SIGTERM and has %s to save its checkpoint. Slurm then queues it again, and it goes on elsewhere."
                                        .formatted(Spoken.job(job), Spoken.duration(news.grace())))
                        .say("You need do nothing. You are told when it runs again.")
                        .job(job)
                        .fault(news.fault())
                        .data("graceSeconds", news.grace().toSeconds());
        return letter.signed();
    }

    static Message notRequeueable(News.JobNotRequeueable news) {
        TroubledJob job = news.job();
        Letter letter =
                new Letter(
                                news.origin(),
                                "job.not_requeueable",
                                "%s failed; your job %d cannot be requeued"
                                        .formatted(
                                                Spoken.place(news.fault(), news.origin().node()),
                                                job.id()))
                        .say(Spoken.fault(news.fault()))
                        .say(
                                "Your %s cannot be requeued: %s. It is left alone until it ends, but not after %s."
                                        .formatted(
                                                Spoken.job(job),
                                                news.reason(),
                                                Spoken.time(news.deadline())))
                        .say(
                                "Save what you need, then end it (scancel %d) and submit it again; with sbatch --requeue it would have gone on by itself."
                                        .formatted(job.id()))
                        .job(job)
                        .fault(news.fault())
                        .data("reason", news.reason())
                        .data("deadline", news.deadline().toString());
        return letter.signed();
    }

    static Message lost(News.JobLost news) {
        TroubledJob job = news.job();
        Letter letter =
                new Letter(
                                news.origin(),
                                "job.lost",
                                "Your job %d was lost: %s".formatted(job.id(), news.state()))
                        .say(
                                "Your %s ended as %s and was not brought back: %s"
                                        .formatted(
                                                Spoken.job(job),
                                                news.state(),
                                                Spoken.sentence(news.reason())))
                        .say(
                                "Look at it with scontrol show job %d and at its output, then submit it again with sbatch."
                                        .formatted(job.id()))
                        .job(job)
                        .data("state", news.state())
                        .data("reason", news.reason());
        return letter.signed();
    }

    static Message resumed(News.JobResumed news) {
        TroubledJob job = news.job();
        String nodes = Spoken.list(job.nodes());
        String lost = Spoken.duration(news.lost());
        String from = news.fromStep() == null ? "" : " from step " + news.fromStep();
        Duration waited = Duration.between(news.requeuedAt(), news.startedAt());
        Letter letter =
                new Letter(
                                news.origin(),
                                "job.resumed",
                                "Your job %d runs again on %s%s; %s lost"
                                        .formatted(job.id(), nodes, from, lost))
                        .say(
                                "Your %s runs again on %s%s. From SIGTERM to the first progress %s were lost."
                                        .formatted(Spoken.job(job), nodes, from, lost))
                        .detail("Told to save", Spoken.time(news.signalledAt()))
                        .detail("Left the node", Spoken.time(news.requeuedAt()))
                        .detail(
                                "Started again",
                                Spoken.time(news.startedAt())
                                        + " (waited "
                                        + Spoken.duration(waited)
                                        + ")")
                        .detail("Restarts", String.valueOf(job.restartCount()))
                        .job(job)
                        .data("fromStep", news.fromStep())
                        .data("lostMillis", news.lost().toMillis());
        return letter.signed();
    }
}
