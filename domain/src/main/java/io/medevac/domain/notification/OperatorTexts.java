package io.medevac.domain.notification;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the operators are told. */
final class OperatorTexts {

    private OperatorTexts() {}

    static Message fault(News.FaultReported news) {
        Fault fault = news.fault();
        Letter letter =
                new Letter(
                                news.origin(),
                                "fault.reported",
                                "%s: %s, %s"
                                        .formatted(
                                                Spoken.place(fault, news.origin().node()),
                                                Spoken.code(fault),
                                                fault.scope() == FaultScope.MONITORING
                                                        ? "nothing is done to the node"
                                                        : "the node stays in service"))
                        .say(Spoken.fault(fault))
                        .say(advice(fault, news.origin().node()))
                        .say(
                                "Further faults of this incident are told only if they are graver than this one.")
                        .detail("Action", fault.action().name())
                        .detail("Rule", fault.rule())
                        .fault(fault)
                        .data("occurrence", news.occurrence());
        return letter.signed();
    }

    static Message quarantined(News.NodeQuarantined news) {
        Fault fault = news.fault();
        Letter letter =
                new Letter(
                                news.origin(),
                                "node.quarantined",
                                "%s is out of service: %s failed (%s)"
                                        .formatted(
                                                news.origin().node(),
                                                fault.gpu().label(),
                                                Spoken.code(fault)))
                        .say(Spoken.fault(fault))
                        .say(
                                "%s of pool %s takes no new work; its jobs save their checkpoints and leave. You need do nothing. You are told when the incident is over or when it cannot go on."
                                        .formatted(news.origin().node(), news.pool()))
                        .detail("Action", fault.action().name())
                        .detail("Rule", fault.rule())
                        .fault(fault)
                        .data("pool", news.pool())
                        .data("gates", gates(news.gates()));
        news.gates().forEach(gate -> letter.detail("Gate " + gate.name(), gate.detail()));
        return letter.signed();
    }

    static Message held(News.RemediationHeld news) {
        String names =
                news.holding().stream().map(News.Gate::name).collect(Collectors.joining(", "));
        Letter letter =
                new Letter(
                                news.origin(),
                                "remediation.held",
                                "%s needs %s, which is held by: %s"
                                        .formatted(
                                                news.origin().node(),
                                                news.fault().action(),
                                                names.isEmpty() ? "no answer" : names))
                        .say(
                                Spoken.place(news.fault(), news.origin().node())
                                        + ", "
                                        + Spoken.fault(news.fault()))
                        .say(stillTrue(news))
                        .say(whatToDo(news.whatToDo()))
                        .detail("State", news.phase())
                        .detail("Rule", news.fault().rule())
                        .fault(news.fault())
                        .data("phase", news.phase())
                        .data("gates", gates(news.gates()))
                        .data("whatToDo", news.whatToDo());
        news.holding().forEach(gate -> letter.detail("Held by " + gate.name(), gate.detail()));
        return letter.signed();
    }

    static Message heldByLimit(
            News.RemediationHeld news,
            News.Gate limit,
            Origin first,
            int incidents,
            Duration quiet) {
        String count = incidents == 1 ? "1 incident" : incidents + " incidents";
        Letter letter =
                new Letter(
                                first,
                                "pool.held",
                                "Pool %s: the %s holds %s"
                                        .formatted(news.pool(), limit.name(), count))
                        .say("The %s says: %s.".formatted(limit.name(), limit.detail()))
                        .say(
                                "Nothing was done to these nodes: they stay in service with their faults. They are taken on by themselves, the oldest first, as soon as the limit allows.")
                        .say(
                                "What to do: see them with medevac incidents. "
                                        + adviceOnLimit(limit.name(), news.pool()))
                        .say(
                                "Further incidents that the %s holds are not told for %s."
                                        .formatted(limit.name(), Spoken.duration(quiet)))
                        .data("pool", news.pool())
                        .data("gate", limit.name())
                        .data("incidents", incidents)
                        .data("quietSeconds", quiet.toSeconds());
        return letter.signed();
    }

    private static String adviceOnLimit(String limit, @Nullable String pool) {
        return limit.equals("breaker")
                ? "So much of the pool is out that the cause may be none of the nodes: look at what they share, then bring nodes back (kubectl get nodes -l medevac.io/pool=%s)."
                        .formatted(pool)
                : "Nothing else has to be done; a higher budget in the policy lets more go on at once.";
    }

    static Message remediationFailed(News.RemediationFailed news) {
        Letter letter =
                new Letter(
                                news.origin(),
                                "remediation.failed",
                                "Remediation of %s failed while %s; a person must act"
                                        .formatted(news.origin().node(), news.phase()))
                        .say(
                                Spoken.place(news.fault(), news.origin().node())
                                        + ", "
                                        + Spoken.fault(news.fault()))
                        .say("It failed: " + Spoken.sentence(news.reason()))
                        .say(whatToDo(news.whatToDo()))
                        .fault(news.fault())
                        .data("phase", news.phase())
                        .data("reason", news.reason())
                        .data("whatToDo", news.whatToDo());
        return letter.signed();
    }

    static Message evacuationFailed(News.EvacuationFailed news) {
        Letter letter =
                new Letter(
                                news.origin(),
                                "evacuation.failed",
                                "Jobs cannot be brought off %s; a person must act"
                                        .formatted(news.origin().node()))
                        .say("It failed: " + Spoken.sentence(news.reason()))
                        .say("The node stays as it is, out of service.")
                        .say(whatToDo(news.whatToDo()))
                        .data("slurmNode", news.slurmNode())
                        .data("reason", news.reason())
                        .data("whatToDo", news.whatToDo());
        return letter.signed();
    }

    static Message lost(News.JobLost news) {
        TroubledJob job = news.job();
        Letter letter =
                new Letter(
                                news.origin(),
                                "job.lost",
                                "Job %d of %s was lost on %s: %s"
                                        .formatted(
                                                job.id(),
                                                job.user(),
                                                news.origin().node(),
                                                news.state()))
                        .say(
                                "The %s of %s ended as %s and was not brought back: %s"
                                        .formatted(
                                                Spoken.job(job),
                                                job.user(),
                                                news.state(),
                                                Spoken.sentence(news.reason())))
                        .say(
                                "What to do: find out why with scontrol show job %d"
                                        .formatted(job.id()))
                        .job(job)
                        .data("state", news.state())
                        .data("reason", news.reason());
        return letter.signed();
    }

    static Message closed(News.IncidentClosed news) {
        Duration took =
                news.phases().stream()
                        .map(News.Phase::duration)
                        .reduce(Duration.ZERO, Duration::plus);
        Letter letter =
                new Letter(
                                news.origin(),
                                "incident.closed",
                                "Incident on %s is over: %s after %s"
                                        .formatted(
                                                news.origin().node(),
                                                news.outcome(),
                                                Spoken.duration(took)))
                        .say(Spoken.sentence(news.reason()))
                        .data("outcome", news.outcome().name())
                        .data("reason", news.reason())
                        .data("durationMillis", took.toMillis())
                        .data("phases", news.phases().stream().map(OperatorTexts::phase).toList());
        news.phases()
                .forEach(phase -> letter.detail(phase.name(), Spoken.duration(phase.duration())));
        return letter.signed();
    }

    private static String advice(Fault fault, String node) {
        return switch (fault.action()) {
            case NONE ->
                    fault.scope() == FaultScope.MONITORING
                            ? "The node may be healthy or broken. What to do: see why the source says nothing (runbook blind); when it speaks again: medevac release --node "
                                    + node
                            : "Nothing has to be done.";
            case RESTART_APP ->
                    "The program that used the GPU must be started again; Slurm does so only if the job asked for it.";
            case CONTACT_SUPPORT ->
                    "What to do: have the vendor look at it; to take the node out meanwhile: kubectl cordon "
                            + node;
            case UNKNOWN ->
                    "No table knows this code, so nothing is done by itself. What to do: read the kernel log; to take the node out meanwhile: kubectl cordon "
                            + node;
            case RESET_GPU, REBOOT_NODE, REPLACE_NODE -> "The node has to be taken out for it.";
        };
    }

    private static String stillTrue(News.RemediationHeld news) {
        return news.phase().equals("assessing")
                ? "Nothing was done: the node stays in service with this fault. It is asked again when something changes."
                : "The node is out of service; the rest waits. It goes on by itself when nothing holds it any more.";
    }

    private static String whatToDo(String text) {
        return text.isBlank() ? "" : "What to do: " + text;
    }

    private static List<Map<String, Object>> gates(List<News.Gate> gates) {
        return gates.stream().map(OperatorTexts::gate).toList();
    }

    private static Map<String, Object> gate(News.Gate gate) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("gate", gate.name());
        data.put("passed", gate.passed());
        data.put("detail", gate.detail());
        return data;
    }

    private static Map<String, Object> phase(News.Phase phase) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", phase.name());
        data.put("millis", phase.duration().toMillis());
        return data;
    }
}
