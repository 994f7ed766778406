package io.medevac.launcher.record;

import io.medevac.events.Checkpoint;
import io.medevac.events.EventHeader;
import io.medevac.events.FaultScope;
import io.medevac.events.FaultSummary;
import io.medevac.events.GateAnswer;
import io.medevac.events.GateOutcome;
import io.medevac.events.Gpu;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.Job;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.JobSignalled;
import io.medevac.events.Machine;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.Phase;
import io.medevac.events.Pod;
import io.medevac.events.RecommendedAction;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.events.Severity;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.events.SlurmNodeJoined;
import io.medevac.wire.EventIds;
import io.medevac.wire.EventTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** An incident that goes well, with round times: what the topics hold after the demonstration. */
public final class SampleIncident {

    /** When the kernel line was written. */
    public static final Instant WRITTEN = Instant.parse("2026-11-29T12:00:00Z");

    /** Its identity. */
    public static final UUID ID = UUID.fromString("0199ac5e-0000-7000-8000-0000000000c1");

    private static final UUID SIGNAL = EventIds.derived("signal");

    private SampleIncident() {}

    /** Its events in order. */
    public static List<Recorded> events() {
        List<SpecificRecord> events = new ArrayList<>();
        events.add(signal());
        events.add(fault());
        events.add(quarantined());
        events.add(new SlurmNodeDraining(header(140), "gpu-1", "medevac:" + ID + " Xid 79", true));
        events.add(new JobSignalled(header(150), job(0, "gpu-0", "gpu-1"), 120, summary()));
        events.add(told(200));
        events.add(
                new JobRequeued(
                        header(12_400),
                        job(0, "gpu-0", "gpu-1"),
                        at(150),
                        120,
                        12_150L,
                        checkpoint(12_200)));
        events.add(new NodeVacated(header(12_500), "gpu-1", List.of(12L), List.of()));
        events.add(
                new NodeDrained(
                        header(14_000),
                        List.of(new Pod("demo", "dataset-cache-1", "uid")),
                        List.of(),
                        false));
        events.add(
                new NodeReplaced(
                        header(14_200),
                        "gpu-2",
                        new Machine("uid-2", "boot-2"),
                        "training",
                        "warm-spare",
                        List.of(new GateAnswer("ready", GateOutcome.PASS, "Ready since 60 s"))));
        events.add(new SlurmNodeJoined(header(18_000), "gpu-2", "IDLE", false));
        events.add(
                new JobResumed(
                        header(31_800),
                        job(1, "gpu-0", "gpu-2"),
                        checkpoint(12_200),
                        checkpoint(31_700),
                        at(150),
                        at(12_400),
                        at(30_000),
                        31_550L));
        events.add(closed());
        return events.stream().map(SampleIncident::recorded).toList();
    }

    private static Recorded recorded(SpecificRecord event) {
        return new Recorded(EventTypes.topicOf(event), 0, 0, event);
    }

    /** The incident they make. */
    public static Incident incident() {
        return Incident.in(events()).getFirst();
    }

    /** The same incident held after so many milliseconds, about another fault. */
    public static Recorded held(long millis, int xid, GateAnswer... gates) {
        return recorded(
                new RemediationHeld(
                        header(millis),
                        new Machine("uid-1", "boot-1"),
                        summary(xid),
                        "training",
                        List.of(gates),
                        "assessing",
                        "look"));
    }

    /** The same incident failed after so many milliseconds, about another fault. */
    public static Recorded failed(long millis, int xid) {
        return recorded(
                new RemediationFailed(
                        header(millis), summary(xid), "draining", "too late", "look"));
    }

    /** A gate that says no. */
    public static GateAnswer hold(String gate) {
        return new GateAnswer(gate, GateOutcome.HOLD, "no");
    }

    private static Signal signal() {
        return signal(
                79, "NVRM: Xid (PCI:0000:9b:00): 79, pid='<unknown>', GPU has fallen off the bus.");
    }

    /** An observation of another line. */
    public static Signal signal(@Nullable Integer code, String raw) {
        return signal(SignalSource.KERNEL_LOG, "XID", code, raw);
    }

    /** An observation of another source. */
    public static Signal signal(
            SignalSource source, String kind, @Nullable Integer code, String raw) {
        return new Signal(
                new EventHeader(SIGNAL, null, "demo", "gpu-1", at(10), null),
                source,
                "/nodes/gpu-1/kern.log",
                1234L,
                new Machine("uid-1", "boot-1"),
                kind,
                code,
                gpu(),
                null,
                null,
                raw);
    }

    private static GpuFault fault() {
        return new GpuFault(
                new EventHeader(EventIds.next(at(40)), ID, "demo", "gpu-1", at(40), SIGNAL),
                new Machine("uid-1", "boot-1"),
                summary(),
                FaultScope.GPU,
                true,
                1,
                null);
    }

    private static NodeQuarantined quarantined() {
        return new NodeQuarantined(
                header(120),
                new Machine("uid-1", "boot-1"),
                "training",
                summary(),
                List.of(
                        new GateAnswer("mode", GateOutcome.PASS, "enforce"),
                        new GateAnswer("budget", GateOutcome.PASS, "0 of 1 in flight")),
                false,
                at(70));
    }

    private static NotificationDelivered told(long millis) {
        return new NotificationDelivered(
                header(millis),
                EventIds.derived("x"),
                "owner",
                "alice@localhost",
                "email",
                "GPU 3 of gpu-1 failed",
                1);
    }

    private static IncidentClosed closed() {
        return new IncidentClosed(
                header(31_900),
                IncidentOutcome.RECOVERED,
                "job 12 runs again",
                new Machine("uid-1", "boot-1"),
                List.of(new Phase("vacating", at(120), at(12_500))));
    }

    private static FaultSummary summary() {
        return summary(79);
    }

    private static FaultSummary summary(int xid) {
        return new FaultSummary(
                "XID",
                xid,
                gpu(),
                Severity.CRITICAL,
                RecommendedAction.REPLACE_NODE,
                "catalogue: xid 79",
                "GPU has fallen off the bus.");
    }

    private static Gpu gpu() {
        return new Gpu(3, "0000:9b:00", null);
    }

    private static Job job(int restarts, String... nodes) {
        return new Job(12L, "train", "alice", null, "main", List.of(nodes), restarts);
    }

    private static Checkpoint checkpoint(long millis) {
        return new Checkpoint(412L, at(millis), "progress-12.json");
    }

    private static EventHeader header(long millis) {
        return new EventHeader(EventIds.next(at(millis)), ID, "demo", "gpu-1", at(millis), null);
    }

    private static Instant at(long millis) {
        return WRITTEN.plusMillis(millis);
    }
}
