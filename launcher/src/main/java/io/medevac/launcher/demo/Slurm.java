package io.medevac.launcher.demo;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.ExternalCommand;
import io.medevac.launcher.stack.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm as a user and an administrator see it: its own commands, nothing of ours in between. */
final class Slurm {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Pattern FIELD = Pattern.compile("([A-Za-z]\\w*)=(\\S*)");

    private final Lab lab;

    Slurm(Lab lab) {
        this.lab = lab;
    }

    /**
     * Submits a batch job.
     *
     * @return its id
     */
    long submit(List<String> arguments, Map<String, String> environment)
            throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
        command.addAll(arguments);
        ExternalCommand sbatch = lab.client(command.toArray(String[]::new)).with(environment);
        return Long.parseLong(sbatch.output(DEADLINE).strip());
    }

    /** A job as {@code scontrol show job} tells it. */
    Map<String, String> job(long id) throws InterruptedException {
        return fields(lab.client("scontrol", "-o", "show", "job", Long.toString(id)));
    }

    /** A node as {@code scontrol show node} tells it. */
    Map<String, String> node(String name) throws InterruptedException {
        String text = lab.client("scontrol", "-o", "show", "node", name).output(DEADLINE);
        Map<String, String> fields = fieldsOf(text);
        int reason = text.indexOf(" Reason=");
        if (reason >= 0) {
            fields.put("Reason", text.substring(reason + " Reason=".length()).strip());
        }
        return fields;
    }

    /** The names behind a list like {@code gpu-[0,2]}. */
    List<String> hostnames(String list) throws InterruptedException {
        return lab.client("scontrol", "show", "hostnames", list).output(DEADLINE).lines().toList();
    }

    private static Map<String, String> fields(ExternalCommand command) throws InterruptedException {
        return fieldsOf(command.output(DEADLINE));
    }

    static Map<String, String> fieldsOf(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher matcher = FIELD.matcher(text);
        while (matcher.find()) {
            fields.putIfAbsent(matcher.group(1), matcher.group(2));
        }
        if (fields.isEmpty()) {
            throw new CommandFailure("Slurm answered what cannot be read: " + text.strip());
        }
        return fields;
    }
}
