package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@code scontrol} of Slurm 22.05 prints; it has no JSON there. */
final class SlurmText {
    private static final Pattern KILL_WAIT =
            Pattern.compile("(?m)^KillWait\\s*=\\s*(\\d+)(?: sec)?\\s*$");
    private static final Pattern BOOT_TIME = Pattern.compile("(?m)^BOOT_TIME\\s*=\\s*(\\S+)");
    private static final Pattern MAIL_USER = Pattern.compile("(?m)^\\s*MailUser=(\\S+)");

    private SlurmText() {}

    /**
     * KillWait and start of {@code scontrol show config}; the grace must be known, the start not.
     */
    static Slurmctld controller(String config) {
        Matcher matcher = KILL_WAIT.matcher(config);
        if (!matcher.find()) {
            throw new NoAnswer("scontrol show config tells no KillWait");
        }
        Matcher started = BOOT_TIME.matcher(config);
        return new Slurmctld(
                Duration.ofSeconds(Long.parseLong(matcher.group(1))),
                started.find() ? started.group(1) : "");
    }

    /** MailUser of {@code scontrol show job}; Slurm shows it only together with a mail type. */
    static Optional<String> mailUser(String job) {
        if (!job.contains("JobId=")) {
            throw new NoAnswer("scontrol show job tells no job");
        }
        Matcher matcher = MAIL_USER.matcher(job);
        return matcher.find() && !matcher.group(1).equals("(null)")
                ? Optional.of(matcher.group(1))
                : Optional.empty();
    }

    /**
     * What {@code scontrol requeue} made of it. Only words that are known to be Slurm's own answer
     * are taken for one: an unreachable controller, too, is reported with exit code 1 and a text.
     */
    static Outcome requeued(Answer answer) {
        if (answer.exitCode() == 0) {
            return new Outcome.Accepted();
        }
        String words = answer.complaint();
        if (words.contains("Job is pending execution")) {
            return new Outcome.Accepted();
        }
        if (words.contains("Invalid job id specified")
                || words.contains("already completing or completed")) {
            return new Outcome.Overtaken(words);
        }
        if (words.contains("Requested operation is presently disabled")
                || words.contains("Only batch jobs are accepted or processed")
                || words.contains("Job not heterogeneous job leader")
                || words.contains("Access/permission denied")) {
            return new Outcome.Refused(words);
        }
        throw new NoAnswer("scontrol requeue: " + words);
    }
}
