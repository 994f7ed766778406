package io.medevac.slurmbridge.adapter.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmJobState;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.SlurmNodeState;
import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.NoAnswer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code squeue --json} and {@code sinfo --json} of Slurm 22.05 print. Fails closed:
 * they exit with 0 and print an empty list when the controller cannot be reached, and only the
 * {@code errors} beside it tell.
 */
final class SlurmJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SlurmJson() {}

    /**
     * All nodes of an answer.
     *
     * @throws NoAnswer when it has errors, or lacks anything that is needed
     */
    static List<SlurmNode> nodes(String answer) {
        return reasons(answer).stream().map(StandingReason::node).toList();
    }

    /**
     * All nodes of an answer, each with who set its reason, and when.
     *
     * @throws NoAnswer when it has errors, or lacks anything that is needed
     */
    static List<StandingReason> reasons(String answer) {
        List<StandingReason> nodes = new ArrayList<>();
        for (JsonNode node : list(answer, "nodes")) {
            SlurmNode seen =
                    new SlurmNode(
                            text(node, "name"),
                            SlurmNodeState.parse(text(node, "state"), texts(node, "state_flags")),
                            new DrainReason(optional(node, "reason")),
                            optional(node, "comment"));
            String setBy = optional(node, "reason_set_by_user");
            nodes.add(
                    new StandingReason(
                            seen,
                            setBy.isEmpty() ? null : setBy,
                            time(node.path("reason_changed_at"))));
        }
        return nodes;
    }

    /** Null when it is none, or 0, by which Slurm means none. */
    private static @Nullable Instant time(JsonNode seconds) {
        return seconds.isIntegralNumber() && seconds.canConvertToInt() && seconds.intValue() > 0
                ? Instant.ofEpochSecond(seconds.intValue())
                : null;
    }

    /**
     * All jobs of an answer.
     *
     * @throws NoAnswer when it has errors, or lacks anything that is needed
     */
    static List<SlurmJob> jobs(String answer) {
        List<SlurmJob> jobs = new ArrayList<>();
        for (JsonNode job : list(answer, "jobs")) {
            jobs.add(job(job));
        }
        return jobs;
    }

    private static SlurmJob job(JsonNode job) {
        Set<SlurmJobState> states =
                texts(job, "job_state").stream().map(SlurmJobState::of).collect(Collectors.toSet());
        return new SlurmJob(
                new JobRun(number(job, "job_id"), Math.toIntExact(number(job, "restart_cnt"))),
                new SlurmJob.Group(
                        number(job, "array_job_id"), taskOf(job), number(job, "het_job_id")),
                states,
                optional(job, "state_reason"),
                kind(job),
                HostList.expand(text(job, "nodes")),
                startOf(job),
                new SlurmJob.About(
                        optional(job, "name"),
                        optional(job, "user_name"),
                        null,
                        optional(job, "partition"),
                        optional(job, "current_working_directory")));
    }

    private static JobKind kind(JsonNode job) {
        if (!bool(job, "batch_flag")) {
            return JobKind.INTERACTIVE;
        }
        return bool(job, "requeue") ? JobKind.REQUEUEABLE : JobKind.NO_REQUEUE;
    }

    private static @Nullable Integer taskOf(JsonNode job) {
        JsonNode task = job.path("array_task_id");
        return task.isIntegralNumber() ? task.intValue() : null;
    }

    private static @Nullable Instant startOf(JsonNode job) {
        long seconds = number(job, "start_time");
        return seconds == 0 ? null : Instant.ofEpochSecond(seconds);
    }

    private static JsonNode list(String answer, String name) {
        JsonNode root;
        try {
            root = JSON.readTree(answer);
        } catch (JsonProcessingException e) {
            throw new NoAnswer("Slurm's answer is no JSON: " + e.getOriginalMessage(), e);
        }
        JsonNode errors = root.path("errors");
        if (!errors.isArray() || !errors.isEmpty()) {
            throw new NoAnswer("Slurm answered with errors: " + firstOf(errors));
        }
        JsonNode list = root.path(name);
        if (!list.isArray()) {
            throw new NoAnswer("Slurm's answer has no list of " + name);
        }
        return list;
    }

    private static String firstOf(JsonNode errors) {
        JsonNode first = errors.path(0);
        String what = first.path("description").asText(first.path("error").asText());
        return what.isEmpty() ? errors.toString() : what;
    }

    private static long number(JsonNode from, String name) {
        JsonNode value = from.path(name);
        if (!value.canConvertToLong() || !value.isIntegralNumber()) {
            throw lacks(from, name);
        }
        return value.longValue();
    }

    private static boolean bool(JsonNode from, String name) {
        JsonNode value = from.path(name);
        if (!value.isBoolean()) {
            throw lacks(from, name);
        }
        return value.booleanValue();
    }

    private static String text(JsonNode from, String name) {
        JsonNode value = from.path(name);
        if (!value.isTextual()) {
            throw lacks(from, name);
        }
        return value.textValue();
    }

    private static String optional(JsonNode from, String name) {
        return from.path(name).isTextual() ? from.path(name).textValue() : "";
    }

    /** A word, or a list of words: versions differ. */
    private static List<String> texts(JsonNode from, String name) {
        JsonNode value = from.path(name);
        if (value.isTextual()) {
            return List.of(value.textValue());
        }
        if (!value.isArray()) {
            throw lacks(from, name);
        }
        List<String> words = new ArrayList<>();
        value.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static NoAnswer lacks(JsonNode from, String name) {
        String which = from.path("name").asText(from.path("job_id").asText("entry"));
        return new NoAnswer("Slurm's answer lacks %s of %s".formatted(name, which));
    }
}
