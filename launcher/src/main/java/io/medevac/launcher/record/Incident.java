package io.medevac.launcher.record;

import io.medevac.events.FaultSummary;
import io.medevac.events.GateOutcome;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReleased;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.launcher.CommandFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * All that the topics say about one incident.
 *
 * @param events in the order they happened; those that its faults were recognised from come with it
 */
public record Incident(UUID id, List<Recorded> events) {
    /** Stands in the views for the middle of an identity. */
    private static final String SHORTENED = "…";

    public Incident {
        events = List.copyOf(events);
    }

    /** The incidents of a record, oldest first. */
    public static List<Incident> in(List<Recorded> record) {
        Map<UUID, Recorded> byId =
                record.stream()
                        .collect(
                                Collectors.toMap(
                                        Recorded::id, Function.identity(), (one, again) -> one));
        Map<UUID, List<Recorded>> found = new LinkedHashMap<>();
        for (Recorded recorded : record) {
            recorded.incident()
                    .ifPresent(
                            id -> {
                                List<Recorded> events =
                                        found.computeIfAbsent(id, any -> new ArrayList<>());
                                origin(recorded, byId).ifPresent(events::add);
                                events.add(recorded);
                            });
        }
        return found.entrySet().stream()
                .map(entry -> new Incident(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * The one incident of a record whose identity begins so.
     *
     * @throws CommandFailure when there is none, or more than one
     */
    public static Incident find(List<Recorded> record, String beginning) {
        Predicate<String> asked = asked(beginning.strip());
        List<Incident> fitting =
                in(record).stream()
                        .filter(incident -> asked.test(incident.id().toString()))
                        .toList();
        if (fitting.isEmpty()) {
            throw CommandFailure.usage(
                    "no incident begins with %s; to see them: medevac incidents"
                            .formatted(beginning));
        }
        if (fitting.size() > 1) {
            throw CommandFailure.usage(
                    "%d incidents begin with %s: %s"
                            .formatted(
                                    fitting.size(),
                                    beginning,
                                    fitting.stream()
                                            .map(incident -> incident.id().toString())
                                            .collect(Collectors.joining(", "))));
        }
        return fitting.getFirst();
    }

    /** An empty variable in a script must not mean the only incident there is. */
    private static Predicate<String> asked(String beginning) {
        if (beginning.isEmpty()) {
            throw CommandFailure.usage(
                    "ID wants the beginning of an incident's identity; to see them: medevac"
                            + " incidents");
        }
        int cut = beginning.indexOf(SHORTENED);
        return cut < 0
                ? id -> id.startsWith(beginning)
                : id ->
                        id.startsWith(beginning.substring(0, cut))
                                && id.endsWith(beginning.substring(cut + SHORTENED.length()));
    }

    private static Optional<Recorded> origin(Recorded recorded, Map<UUID, Recorded> byId) {
        return recorded.event() instanceof GpuFault
                ? recorded.causedBy().map(byId::get).filter(origin -> origin.incident().isEmpty())
                : Optional.empty();
    }

    /** The node it is about. */
    public String node() {
        return events.getLast().header().getNode();
    }

    /** When it began. */
    public Instant openedAt() {
        return events.getFirst().at();
    }

    /** When it was closed; empty while it is open. */
    public Optional<Instant> closedAt() {
        return last(IncidentClosed.class).map(closed -> closed.getHeader().getOccurredAt());
    }

    /**
     * The fault that is acted on: that of the latest decision, before one that of the first fault.
     */
    public Optional<FaultSummary> fault() {
        return events.reversed().stream()
                .map(recorded -> decidedOn(recorded.event()))
                .flatMap(Optional::stream)
                .findFirst()
                .or(() -> first(GpuFault.class).map(GpuFault::getFault));
    }

    private static Optional<FaultSummary> decidedOn(SpecificRecord event) {
        return switch (event) {
            case NodeQuarantined quarantined -> Optional.of(quarantined.getFault());
            case RemediationHeld held -> Optional.of(held.getFault());
            case RemediationFailed failed -> Optional.of(failed.getFault());
            default -> Optional.empty();
        };
    }

    /** Where it stands, in one word: the outcome once it is closed. */
    public String state() {
        String state = "open";
        boolean over = closedAt().isPresent();
        for (Recorded recorded : events) {
            state =
                    switch (recorded.event()) {
                        case RemediationHeld held -> isOnlyReported(held) ? "reported" : "held";
                        case NodeQuarantined quarantined -> "vacating";
                        case NodeVacated vacated -> "draining";
                        case NodeDrained drained -> "replacing";
                        case NodeReplaced replaced -> "verifying";
                        case NodeReleased released -> over ? state : "releasing";
                        case RemediationFailed failed -> "failed";
                        case IncidentClosed closed ->
                                closed.getOutcome().name().toLowerCase(Locale.ROOT);
                        default -> state;
                    };
        }
        return state;
    }

    /** Whether the kind of fault stands against acting: nothing will be done, nobody must act. */
    private static boolean isOnlyReported(RemediationHeld held) {
        return held.getGates().stream()
                .anyMatch(
                        gate ->
                                gate.getGate().equals("action")
                                        && gate.getOutcome() != GateOutcome.PASS);
    }

    /** The first event of a kind. */
    public <T> Optional<T> first(Class<T> type) {
        return all(type).stream().findFirst();
    }

    /** The last event of a kind. */
    public <T> Optional<T> last(Class<T> type) {
        return all(type).stream().reduce((one, next) -> next);
    }

    /** Every event of a kind. */
    public <T> List<T> all(Class<T> type) {
        return events.stream()
                .map(Recorded::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
