package io.medevac.launcher.view;

import io.medevac.events.CommandAcknowledged;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.Phase;
import io.medevac.events.Pod;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.events.Trouble;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.view.ShareOfTime.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/** All that is known of one incident, for a person who wants to understand it. */
public final class Timeline {

    private static final String INDENT = " ".repeat(12);

    private Timeline() {}

    /** The lines. */
    public static List<String> of(Incident incident) {
        List<String> lines = new ArrayList<>();
        heading(incident).forEach(line -> lines.add(Visible.line(line)));
        lines.add("");
        for (Recorded recorded : incident.events()) {
            Duration since = Duration.between(incident.openedAt(), recorded.at());
            lines.add(EventLine.of(recorded.event()).text(LiveView.elapsed(since)));
            details(recorded.event()).forEach(detail -> lines.add(INDENT + Visible.line(detail)));
        }
        lines.add("");
        lines.addAll(shares(ShareOfTime.of(incident, incident.openedAt(), Optional.empty())));
        return lines;
    }

    /** The table of who was waited for. */
    public static List<String> shares(ShareOfTime shares) {
        TextTable table = new TextTable().row("phase", "took", "whose");
        for (Span span : shares.spans()) {
            table.row(span.name(), seconds(span.duration()), span.owner().words());
        }
        table.row("ours in all", seconds(shares.ours()), "");
        table.row("theirs in all", seconds(shares.theirs()), "");
        return table.lines();
    }

    private static List<String> heading(Incident incident) {
        return List.of(
                "incident  " + incident.id(),
                "node      "
                        + incident.node()
                        + incident.first(GpuFault.class).map(Timeline::machine).orElse(""),
                "fault     " + incident.fault().map(IncidentTable::fault).orElse("?"),
                "opened    " + incident.openedAt(),
                "state     "
                        + incident.state()
                        + incident.closedAt()
                                .map(end -> Duration.between(incident.openedAt(), end))
                                .map(took -> " after " + Brief.duration(took))
                                .orElse(""));
    }

    private static String machine(GpuFault fault) {
        return " (uid %s, boot %s)"
                .formatted(fault.getMachine().getNodeUid(), fault.getMachine().getBootId());
    }

    private static List<String> details(SpecificRecord event) {
        return switch (event) {
            case Signal e -> List.of(place(e), e.getRaw());
            case GpuFault e -> fault(e);
            case NodeQuarantined e -> gates(e.getGates());
            case RemediationHeld e ->
                    Stream.concat(
                                    gates(e.getGates()).stream(),
                                    Stream.of("to do: " + e.getWhatToDo()))
                            .toList();
            case NodeDrained e -> pods(e.getEvicted());
            case NodeReplaced e -> gates(e.getValidation());
            case RemediationFailed e -> List.of(e.getReason(), "to do: " + e.getWhatToDo());
            case IncidentClosed e -> phases(e.getPhases());
            case CommandAcknowledged e ->
                    e.getWhatToDo().isEmpty() ? List.of() : List.of("to do: " + e.getWhatToDo());
            default -> List.of();
        };
    }

    private static String place(Signal signal) {
        String origin = "read at " + signal.getOrigin();
        if (signal.getSource() != SignalSource.KERNEL_LOG || signal.getKind().equals("BLIND")) {
            return origin;
        }
        return "%s, %s %d"
                .formatted(
                        origin,
                        signal.getOrigin().startsWith("file:") ? "byte" : "record",
                        signal.getPosition());
    }

    private static List<String> fault(GpuFault fault) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s, %s, fault %d of this incident"
                        .formatted(
                                fault.getFault().getSeverity(),
                                fault.getScope(),
                                fault.getOccurrence()));
        Trouble trouble = fault.getTrouble();
        if (trouble != null && fault.getOccurrence() > 1) {
            lines.add(
                    "all together: %s, %s, %s, told by %s"
                            .formatted(
                                    trouble.getRoot(),
                                    trouble.getSeverity(),
                                    trouble.getAction(),
                                    trouble.getSources().stream()
                                            .map(SignalSource::name)
                                            .collect(Collectors.joining(", "))));
        }
        if (trouble != null) {
            lines.addAll(trouble.getNotes());
        }
        return lines;
    }

    private static List<String> gates(List<GateAnswer> gates) {
        return gates.stream()
                .map(
                        gate ->
                                "%-4s  %-9s  %s"
                                        .formatted(
                                                gate.getOutcome() == GateOutcome.PASS
                                                        ? "pass"
                                                        : "hold",
                                                gate.getGate(),
                                                gate.getDetail()))
                .toList();
    }

    private static List<String> pods(List<Pod> pods) {
        return pods.stream()
                .map(pod -> "evicted " + pod.getNamespace() + "/" + pod.getName())
                .toList();
    }

    private static List<String> phases(List<Phase> phases) {
        return phases.stream()
                .map(
                        phase ->
                                "%-12s %9s"
                                        .formatted(
                                                phase.getName(),
                                                seconds(
                                                        Duration.between(
                                                                phase.getStartedAt(),
                                                                phase.getEndedAt()))))
                .toList();
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.2f s", duration.toNanos() / 1e9);
    }
}
