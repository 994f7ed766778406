package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.domain.slurm.DrainReason;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Slurm by its command line, as of 22.05, where neither REST nor JSON covers all that is needed.
 */
final class CommandLineSlurmControl implements SlurmControl {
    /**
     * What may stand as a node name in an argument, where brackets and commas mean several nodes.
     */
    private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Commands commands;

    CommandLineSlurmControl(Commands commands) {
        this.commands = commands;
    }

    @Override
    public List<SlurmNode> readNodes() {
        return SlurmJson.nodes(output("sinfo", "--json"));
    }

    @Override
    public List<SlurmJob> readJobs() {
        return SlurmJson.jobs(output("squeue", "--json"));
    }

    @Override
    public Slurmctld readController() {
        return SlurmText.controller(output("scontrol", "show", "config"));
    }

    @Override
    public Optional<String> readMailUser(long jobId) {
        return SlurmText.mailUser(output("scontrol", "show", "job", Long.toString(jobId)));
    }

    @Override
    public Outcome drain(String node, DrainReason reason, DrainReason standing) {
        return ifStill(
                node,
                seen -> !seen.closed() && seen.reason().equals(standing),
                () -> update(node, "state=drain", "reason=" + reason.text()));
    }

    @Override
    public Outcome undrain(String node, DrainReason standing) {
        // undrain, not resume: the base state and what else stands there stay as they are.
        return ifStill(
                node,
                seen -> seen.closedByUs() && seen.reason().equals(standing),
                () -> update(node, "state=undrain"));
    }

    @Override
    public Outcome requeue(SlurmJob job) {
        Optional<SlurmJob> seen =
                readJobs().stream().filter(each -> each.id() == job.id()).findFirst();
        if (seen.isEmpty()) {
            return new Outcome.Overtaken("Slurm does not list the job");
        }
        if (!seen.get().run().equals(job.run()) || !seen.get().active()) {
            return new Outcome.Overtaken(
                    "run %s is %s".formatted(seen.get().run(), seen.get().stateText()));
        }
        return SlurmText.requeued(run("scontrol", "requeue", requeueId(job)));
    }

    @Override
    public void ping() {
        Answer answer = run("scontrol", "ping");
        if (answer.exitCode() != 0) {
            throw new NoAnswer("scontrol ping: " + answer.complaint());
        }
    }

    /** One task of an array keeps the id of the array, which alone would requeue all its tasks. */
    private static String requeueId(SlurmJob job) {
        Integer task = job.group().arrayTaskId();
        return task == null ? Long.toString(job.leaderId()) : job.group().arrayJobId() + "_" + task;
    }

    private Outcome ifStill(String node, Predicate<SlurmNode> still, Supplier<Outcome> act) {
        Optional<SlurmNode> seen =
                readNodes().stream().filter(each -> each.name().equals(node)).findFirst();
        if (seen.isEmpty()) {
            throw new NoAnswer("Slurm does not list node " + node);
        }
        return still.test(seen.get())
                ? act.get()
                : new Outcome.Overtaken(
                        "%s with reason '%s'"
                                .formatted(seen.get().state(), seen.get().reason().text()));
    }

    private Outcome update(String node, String... what) {
        if (!NODE_NAME.matcher(node).matches()) {
            throw new IllegalArgumentException("not one Slurm node: " + node);
        }
        List<String> command = new ArrayList<>();
        command.addAll(List.of("scontrol", "update", "nodename=" + node));
        command.addAll(List.of(what));
        Answer answer = commands.run(command);
        if (answer.exitCode() == 0) {
            return new Outcome.Accepted();
        }
        if (answer.complaint().contains("Invalid user id")
                || answer.complaint().contains("Access/permission denied")) {
            return new Outcome.Refused(answer.complaint());
        }
        throw new NoAnswer("scontrol update: " + answer.complaint());
    }

    private String output(String... command) {
        Answer answer = run(command);
        if (answer.exitCode() != 0) {
            throw new NoAnswer(String.join(" ", command) + ": " + answer.complaint());
        }
        return answer.output();
    }

    private Answer run(String... command) {
        return commands.run(List.of(command));
    }
}
