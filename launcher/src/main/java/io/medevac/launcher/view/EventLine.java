package io.medevac.launcher.view;

import io.medevac.domain.fault.Fault;
import io.medevac.events.Checkpoint;
import io.medevac.events.CommandAcknowledged;
import io.medevac.events.EvacuationFailed;
import io.medevac.events.EventHeader;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.JobEnded;
import io.medevac.events.JobLost;
import io.medevac.events.JobNotRequeueable;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.NotificationFailed;
import io.medevac.events.OperatorCommand;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.events.SlurmNodeClosed;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.wire.EventTypes;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * An event in one line: who did what, to which node or job, and why.
 *
 * @param actor who
 * @param subject node or job
 * @param what in a word
 * @param detail why, or with which result
 */
public record EventLine(String actor, String subject, String what, String detail) {

    private static final String VALUE = "(?:'[^']*'|\"[^\"]*\"|[^,]*)(?:,\\s*|$)";

    /**
     * What stands in front of the driver's own words; process and its name are not always there.
     */
    private static final Pattern XID_HEAD =
            Pattern.compile(
                    "Xid \\([^)]*\\): \\d+(?:,\\s*|\\s+|$)(?:pid=%1$s)?(?:name=%1$s)?"
                            .formatted(VALUE));

    /** The line of an event. */
    public static EventLine of(SpecificRecord event) {
        String node = EventTypes.headerOf(event).getNode();
        return switch (event) {
            case Signal e -> new EventLine(source(e.getSource()), node, subject(e), message(e));
            case GpuFault e -> new EventLine("detector", node, "GpuFault", fault(e));
            case OperatorCommand e ->
                    new EventLine("operator", node, e.getCommand().name(), ordered(e));
            case CommandAcknowledged e -> remediator(e, e.getOutcome() + ": " + e.getDetail());
            case NodeQuarantined e -> remediator(e, "gates: " + gates(e.getGates()));
            case RemediationHeld e -> remediator(e, "held: " + refusals(e.getGates()));
            case NodeDrained e ->
                    remediator(
                            e,
                            "%d %s evicted, %d of the node left"
                                    .formatted(
                                            e.getEvicted().size(),
                                            e.getEvicted().size() == 1 ? "pod" : "pods",
                                            e.getSkipped().size()));
            case NodeReplaced e ->
                    remediator(
                            e,
                            "%s serves in %s (%s)"
                                    .formatted(e.getReplacement(), e.getPool(), e.getProvider()));
            case NodeReleased e -> remediator(e, e.getReason());
            case IncidentClosed e -> remediator(e, e.getOutcome() + ": " + e.getReason());
            case RemediationFailed e -> remediator(e, e.getReason() + "; " + e.getWhatToDo());
            default -> ofJobsAndPeople(event, node);
        };
    }

    private static EventLine ofJobsAndPeople(SpecificRecord event, String node) {
        return switch (event) {
            case SlurmNodeDraining e ->
                    new EventLine("slurm-bridge", node, "Slurm DRAIN", drain(e));
            case SlurmNodeClosed e ->
                    new EventLine("slurm-bridge", node, "Slurm " + e.getState(), closed(e));
            case JobSignalled e ->
                    bridge(Brief.job(e.getJob()), "SIGTERM", "grace " + e.getGraceSeconds() + " s");
            case JobRequeued e -> bridge(Brief.job(e.getJob()), "JobRequeued", saved(e));
            case JobNotRequeueable e ->
                    bridge(Brief.job(e.getJob()), "JobNotRequeueable", e.getReason());
            case JobLost e ->
                    bridge(Brief.job(e.getJob()), "JobLost", e.getState() + ": " + e.getReason());
            case JobEnded e -> bridge(Brief.job(e.getJob()), "JobEnded", e.getState());
            case JobResumed e -> bridge(Brief.job(e.getJob()), "JobResumed", resumed(e));
            case NodeVacated e -> bridge(node, "NodeVacated", "no job and no epilog left");
            case SlurmNodeJoined e ->
                    bridge(
                            e.getSlurmNode(),
                            "SlurmNodeJoined",
                            e.getState() + (e.getUndrained() ? ", our drain lifted" : ""));
            case EvacuationFailed e ->
                    bridge(node, "EvacuationFailed", e.getReason() + "; " + e.getWhatToDo());
            case NotificationDelivered e ->
                    told(e.getAudience(), e.getChannel(), '"' + e.getTitle() + '"');
            case NotificationFailed e ->
                    told(
                            e.getAudience(),
                            e.getChannel() + " FAILED",
                            e.getRecipient() + ": " + e.getReason());
            default -> new EventLine("?", node, event.getSchema().getName(), "");
        };
    }

    /**
     * The whole line: a reason that is cut is none.
     *
     * @param time what stands in front, at most 9 columns
     */
    public String text(String time) {
        return Visible.line(
                "%9s  %-12s %-9s %-18s %s"
                        .formatted(time, actor, subject, what, detail)
                        .stripTrailing());
    }

    private static EventLine remediator(SpecificRecord event, String detail) {
        EventHeader header = EventTypes.headerOf(event);
        return new EventLine("remediator", header.getNode(), event.getSchema().getName(), detail);
    }

    private static EventLine bridge(String subject, String what, String detail) {
        return new EventLine("slurm-bridge", subject, what, detail);
    }

    private static EventLine told(String audience, String channel, String detail) {
        return new EventLine("notifier", audience, channel, detail);
    }

    private static String ordered(OperatorCommand command) {
        return command.getReason().isEmpty()
                ? command.getOperator()
                : command.getOperator() + ": " + command.getReason();
    }

    private static String subject(Signal signal) {
        return signal.getCode() == null && !Brief.isNamed(signal.getGpu())
                ? signal.getKind()
                : Brief.gpu(signal.getGpu());
    }

    /** In the words of {@code medevac classify --source}. */
    private static String source(SignalSource source) {
        return switch (source) {
            case KERNEL_LOG -> "kernel";
            case DCGM -> "dcgm";
            case NODE_CONDITION -> "condition";
            case NODE_EVENT -> "event";
            case ALERT -> "alertmanager";
            case SLURM_HEALTH_CHECK -> "slurm";
            case OPERATOR -> "operator";
            case UNKNOWN -> "?";
        };
    }

    private static String message(Signal signal) {
        String raw = signal.getRaw();
        if (signal.getCode() == null) {
            return raw.strip();
        }
        Matcher head = XID_HEAD.matcher(raw);
        String text = head.find() ? raw.substring(head.end()).strip() : raw.strip();
        return Fault.named(signal.getKind(), signal.getCode())
                + (text.isEmpty() ? "" : ": " + text);
    }

    private static String fault(GpuFault event) {
        String incident =
                event.getHeader().getIncidentId() == null
                        ? ""
                        : " " + Brief.id(event.getHeader().getIncidentId());
        return event.getFault().getAction() + " (" + event.getFault().getRule() + ")" + incident;
    }

    private static String closed(SlurmNodeClosed event) {
        String setBy = event.getSetBy();
        return "by " + (setBy == null ? "somebody" : setBy) + ": " + event.getReason();
    }

    private static String drain(SlurmNodeDraining event) {
        UUID incident = event.getHeader().getIncidentId();
        String reason =
                incident == null
                        ? event.getReason()
                        : event.getReason().replace(incident.toString(), Brief.id(incident));
        return (event.getOurs() ? "" : "by somebody else: ") + reason;
    }

    private static String gates(List<GateAnswer> gates) {
        return gates.stream()
                .map(
                        gate ->
                                gate.getGate()
                                        + (gate.getOutcome() == GateOutcome.PASS ? " ok" : " ✗"))
                .collect(Collectors.joining(", "));
    }

    private static String refusals(List<GateAnswer> gates) {
        return gates.stream()
                .filter(gate -> gate.getOutcome() != GateOutcome.PASS)
                .map(gate -> gate.getGate() + ": " + gate.getDetail())
                .collect(Collectors.joining("; "));
    }

    private static String saved(JobRequeued event) {
        String used =
                Brief.duration(event.getGraceUsedMillis())
                        + " of "
                        + event.getGraceSeconds()
                        + " s used";
        return event.getCheckpoint() == null
                ? used
                : "checkpoint at step " + event.getCheckpoint().getStep() + ", " + used;
    }

    private static String resumed(JobResumed event) {
        return "%s; %slost %s"
                .formatted(
                        String.join(", ", event.getJob().getNodes()),
                        from(event.getFrom()),
                        Brief.duration(event.getLostMillis()));
    }

    private static String from(@Nullable Checkpoint checkpoint) {
        return checkpoint == null ? "" : "from step " + checkpoint.getStep() + "; ";
    }
}
