package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.launcher.demo.TrainingRun.LedgerLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** Judges what was seen from the outside. Pure. */
final class Checks {

    /** Events of an incident that goes well; each must be there once, in this order. */
    private static final List<Class<?>> COURSE =
            List.of(
                    GpuFault.class,
                    NodeQuarantined.class,
                    SlurmNodeDraining.class,
                    JobSignalled.class,
                    JobRequeued.class,
                    NodeVacated.class,
                    NodeDrained.class,
                    NodeReplaced.class,
                    SlurmNodeJoined.class,
                    JobResumed.class,
                    IncidentClosed.class);

    private final Facts facts;
    private final List<Check> checks = new ArrayList<>();

    private Checks(Facts facts) {
        this.facts = facts;
    }

    /** Every check with its answer. */
    static List<Check> of(Facts facts) {
        Checks judged = new Checks(facts);
        judged.slurm();
        judged.kubernetes();
        judged.topics();
        judged.people();
        judged.training();
        return List.copyOf(judged.checks);
    }

    private void slurm() {
        Map<String, String> job = facts.job();
        check(
                "Slurm: the job was requeued once and has completed",
                "COMPLETED".equals(job.get("JobState")) && "1".equals(job.get("Restarts")),
                "JobState=%s Restarts=%s".formatted(job.get("JobState"), job.get("Restarts")));
        check(
                "Slurm: it ran on the good node and the new one",
                facts.jobNodes().contains(facts.spareNode())
                        && !facts.jobNodes().contains(facts.faultyNode()),
                String.join(", ", facts.jobNodes()));
        String state = facts.slurmNode().getOrDefault("State", "");
        String reason = facts.slurmNode().getOrDefault("Reason", "");
        check(
                "Slurm: the faulty node is drained, signed by us",
                state.contains("DRAIN") && reason.startsWith("medevac:" + facts.incident().id()),
                state + " Reason=" + reason);
        String newState = facts.slurmReplacement().getOrDefault("State", "");
        check(
                "Slurm: the new node takes work",
                newState.matches("(IDLE|MIXED|ALLOCATED)"),
                newState);
    }

    private void kubernetes() {
        JsonNode node = facts.node();
        String taint = "medevac.io/quarantined=" + facts.incident().id();
        List<String> taints =
                items(node.path("spec").path("taints"))
                        .map(item -> item.path("key").asText() + "=" + item.path("value").asText())
                        .toList();
        check(
                "Kubernetes: the faulty node is cordoned, tainted, signed",
                node.path("spec").path("unschedulable").asBoolean()
                        && taints.contains(taint)
                        && node.path("metadata").path("annotations").has("medevac.io/quarantine"),
                String.join(" ", taints));
        JsonNode labels = node.path("metadata").path("labels");
        check(
                "Kubernetes: it has left the pool and waits for repair",
                !labels.has("medevac.io/pool") && labels.has("medevac.io/repair"),
                "medevac.io/repair=" + labels.path("medevac.io/repair").asText("(none)"));
        JsonNode spare = facts.replacement();
        check(
                "Kubernetes: the new node serves in the pool",
                spare.path("metadata")
                                .path("labels")
                                .path("medevac.io/pool")
                                .asText()
                                .equals("training")
                        && !spare.path("metadata").path("labels").has("medevac.io/spare")
                        && !spare.path("spec").path("unschedulable").asBoolean(),
                spare.path("metadata").path("name").asText());
        List<String> places =
                items(facts.pods().path("items"))
                        .map(pod -> pod.path("spec").path("nodeName").asText())
                        .sorted()
                        .toList();
        check(
                "Kubernetes: the other pod was evicted and runs elsewhere",
                facts.incident()
                                .last(NodeDrained.class)
                                .filter(e -> !e.getEvicted().isEmpty())
                                .isPresent()
                        && places.size() == 2
                        && !places.contains(facts.faultyNode())
                        && !places.contains(""),
                String.join(", ", places));
    }

    private void topics() {
        List<String> seen =
                facts.incident().events().stream()
                        .map(recorded -> (Class<?>) recorded.event().getClass())
                        .filter(COURSE::contains)
                        .map(Class::getSimpleName)
                        .toList();
        List<String> wanted = COURSE.stream().map(Class::getSimpleName).toList();
        check(
                "topics: every event of the course once and in order",
                seen.equals(wanted),
                seen.equals(wanted) ? seen.size() + " events" : String.join(" ", seen));
        String outcome =
                facts.incident()
                        .last(IncidentClosed.class)
                        .map(closed -> closed.getOutcome().name())
                        .orElse("open");
        check(
                "topics: the incident is closed as recovered",
                outcome.equals(IncidentOutcome.RECOVERED.name()),
                outcome);
    }

    private void people() {
        check(
                "mail: the owner was told at the fault and at the end",
                facts.mails().size() == 2,
                facts.mails().size() + " mails to " + TrainingRun.OWNER);
        long signed =
                facts.webhooks().stream()
                        .filter(call -> WebhookSignature.isGenuine(call, facts.webhookSecret()))
                        .count();
        check(
                "webhooks: operators were told, every call rightly signed",
                facts.webhooks().size() >= 2 && signed == facts.webhooks().size(),
                "%d of %d signatures hold".formatted(signed, facts.webhooks().size()));
    }

    private void training() {
        List<LedgerLine> ledger = facts.training().ledger();
        List<Integer> steps = ledger.stream().map(LedgerLine::step).toList();
        List<Integer> wanted = IntStream.rangeClosed(1, TrainingRun.STEPS).boxed().toList();
        long before = ledger.stream().filter(line -> line.restart() == 0).count();
        check(
                "training: no step skipped, none trained twice",
                steps.equals(wanted) && before > 0 && before < TrainingRun.STEPS,
                "%d steps before the fault, %d after".formatted(before, ledger.size() - before));
        String result = facts.training().result();
        check(
                "training: weights and loss equal an undisturbed run, byte for byte",
                !result.isEmpty() && result.equals(facts.training().reference()),
                "%d bytes, %d in the undisturbed run"
                        .formatted(result.length(), facts.training().reference().length()));
    }

    private void check(String name, boolean holds, String detail) {
        checks.add(new Check(name, holds, detail));
    }

    private static java.util.stream.Stream<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
