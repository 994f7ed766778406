package io.medevac.launcher.view;

import io.medevac.events.Checkpoint;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.RemediationHeld;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * Who an incident waited for, instant by instant, from the kernel line to its end.
 *
 * <p>Theirs are only: the time that a gate holds the incident, the job's own checkpoint within its
 * grace, the end of evicted pods (the kubelet and the pod itself), the start of slurmd on the
 * replacement, Slurm's delay before it starts a requeued job again, and the start of the
 * application until its first progress. All else is ours, also while Slurm's delay runs at the same
 * time, and so is every wait of ours until we looked again. Where two of ours overlap, time counts
 * once.
 *
 * @param spans one after the other, without gaps
 */
public record ShareOfTime(List<Span> spans) {

    public ShareOfTime {
        spans = List.copyOf(spans);
    }

    /** Who was waited for. */
    public enum Owner {
        OURS("ours"),
        GATE("theirs: who holds it"),
        JOB("theirs: the job"),
        KUBELET("theirs: kubelet"),
        SLURM("theirs: Slurm"),
        APPLICATION("theirs: the job");

        private final String words;

        Owner(String words) {
            this.words = words;
        }

        /** As it stands in the table. */
        public String words() {
            return words;
        }
    }

    /** A stretch of time with one owner. */
    public record Span(String name, Owner owner, Instant from, Instant to) {

        /** How long it took. */
        public Duration duration() {
            return Duration.between(from, to);
        }
    }

    /**
     * When pods that we evicted ended, as Kubernetes itself showed it.
     *
     * @param asked when the first was marked for deletion
     * @param gone when the last had disappeared
     */
    public record Eviction(Instant asked, Instant gone) {}

    /**
     * Divides the time of an incident.
     *
     * @param written when the kernel line was written
     * @param eviction what was seen of evicted pods; without it all of their end counts as ours
     */
    public static ShareOfTime of(Incident incident, Instant written, Optional<Eviction> eviction) {
        Division time = new Division(written);
        time.until("fault seen and classified", Owner.OURS, first(incident, GpuFault.class));
        Optional<Instant> decided =
                latest(incident, NodeQuarantined.class, e -> Optional.of(e.getDecidedAt()));
        Optional<Instant> held =
                first(incident, RemediationHeld.class)
                        .filter(at -> decided.map(at::isBefore).orElse(true));
        time.until("gates asked", Owner.OURS, held);
        time.until("held by a gate", Owner.GATE, held.flatMap(at -> decided));
        time.until(
                held.isPresent() ? "node cordoned" : "gates asked, node cordoned",
                Owner.OURS,
                first(incident, NodeQuarantined.class));
        time.until("Slurm drained, job signalled", Owner.OURS, first(incident, JobSignalled.class));
        time.until(
                "checkpoint saved",
                Owner.JOB,
                latest(incident, JobRequeued.class, ShareOfTime::left));
        time.until("node found empty of jobs", Owner.OURS, first(incident, NodeVacated.class));
        time.until("eviction asked for", Owner.OURS, eviction.map(Eviction::asked));
        Optional<Instant> drained = first(incident, NodeDrained.class);
        time.until(
                "evicted pods end", Owner.KUBELET, earlier(eviction.map(Eviction::gone), drained));
        time.until("node found empty of pods", Owner.OURS, drained);
        time.until("spare validated and put in", Owner.OURS, first(incident, NodeReplaced.class));
        time.until("slurmd starts", Owner.KUBELET, first(incident, SlurmNodeJoined.class));
        time.until(
                "Slurm's requeue delay",
                Owner.SLURM,
                latest(incident, JobResumed.class, resumed -> Optional.of(resumed.getStartedAt())));
        time.until(
                "application starts",
                Owner.APPLICATION,
                latest(
                        incident,
                        JobResumed.class,
                        resumed ->
                                Optional.ofNullable(resumed.getProgress()).map(Checkpoint::getAt)));
        time.until("progress seen", Owner.OURS, last(incident, JobResumed.class));
        time.until("incident closed", Owner.OURS, last(incident, IncidentClosed.class));
        return new ShareOfTime(time.spans);
    }

    /** All of our own time. */
    public Duration ours() {
        return sum(true);
    }

    /** All that others needed. */
    public Duration theirs() {
        return sum(false);
    }

    private Duration sum(boolean ours) {
        return spans.stream()
                .filter(span -> (span.owner() == Owner.OURS) == ours)
                .map(Span::duration)
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static Optional<Instant> left(JobRequeued requeued) {
        return Optional.of(requeued.getSignalledAt().plusMillis(requeued.getGraceUsedMillis()));
    }

    /** Once we have seen that they are gone, nobody waits for them any more. */
    private static Optional<Instant> earlier(Optional<Instant> gone, Optional<Instant> drained) {
        return gone.map(at -> drained.filter(at::isAfter).orElse(at));
    }

    private static Optional<Instant> first(Incident incident, Class<?> type) {
        return times(incident, type).stream().min(Comparator.naturalOrder());
    }

    private static Optional<Instant> last(Incident incident, Class<?> type) {
        return times(incident, type).stream().max(Comparator.naturalOrder());
    }

    private static List<Instant> times(Incident incident, Class<?> type) {
        return incident.events().stream()
                .filter(recorded -> type.isInstance(recorded.event()))
                .map(Recorded::at)
                .toList();
    }

    private static <T extends SpecificRecord> Optional<Instant> latest(
            Incident incident, Class<T> type, Function<T, Optional<Instant>> time) {
        return incident.all(type).stream()
                .map(time)
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder());
    }

    /**
     * Time that is given away piece by piece; what lies behind the last piece is never counted
     * again.
     */
    private static final class Division {
        private final List<Span> spans = new ArrayList<>();
        private Instant given;

        Division(Instant start) {
            given = start;
        }

        void until(String name, Owner owner, Optional<Instant> end) {
            end.filter(instant -> instant.isAfter(given))
                    .ifPresent(
                            instant -> {
                                spans.add(new Span(name, owner, given, instant));
                                given = instant;
                            });
        }
    }
}
