package io.medevac.detector.adapter.kafka;

import io.medevac.detector.port.Identities;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.fault.Fault;
import io.medevac.events.FaultScope;
import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.GpuFault;
import io.medevac.events.Machine;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.SignalSource;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.EventIds;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** Faults as events, with identities that the same line always gives. */
@ApplicationScoped
public class DetectionEvents implements Identities {
    private final EventHeaders headers;

    DetectionEvents(EventHeaders headers) {
        this.headers = headers;
    }

    @Override
    public UUID signal(String origin, long position, int part, String text) {
        return EventIds.derived(
                "signal",
                headers.cluster(),
                origin,
                Long.toString(position),
                Integer.toString(part),
                text);
    }

    @Override
    public UUID incidentOf(UUID signal) {
        return EventIds.derived("incident", signal.toString());
    }

    /** The signal, and the fault that follows from it. */
    public List<SpecificRecord> of(String node, DetectedFault detected) {
        return List.of(signal(node, detected), fault(node, detected));
    }

    private io.medevac.events.Signal signal(String node, DetectedFault detected) {
        Signal signal = detected.signal();
        Fault fault = signal.fault();
        return io.medevac.events.Signal.newBuilder()
                .setHeader(headers.of(signal.id(), null, node, signal.observedAt(), null))
                .setSource(SignalSource.KERNEL_LOG)
                .setOrigin(signal.origin())
                .setPosition(signal.position())
                .setMachine(machine(detected))
                .setKind(fault.kind())
                .setCode(fault.code())
                .setGpu(gpu(fault))
                .setPid(signal.pid())
                .setProcess(signal.process())
                .setRaw(signal.raw())
                .build();
    }

    private GpuFault fault(String node, DetectedFault detected) {
        Signal signal = detected.signal();
        Fault fault = signal.fault();
        return GpuFault.newBuilder()
                .setHeader(
                        headers.of(
                                EventIds.derived("fault", signal.id().toString()),
                                detected.incidentId(),
                                node,
                                signal.observedAt(),
                                signal.id()))
                .setMachine(machine(detected))
                .setFault(
                        FaultSummary.newBuilder()
                                .setKind(fault.kind())
                                .setCode(fault.code())
                                .setGpu(gpu(fault))
                                .setSeverity(Severity.valueOf(fault.severity().name()))
                                .setAction(RecommendedAction.valueOf(fault.action().name()))
                                .setRule(fault.rule())
                                .setMessage(fault.message())
                                .build())
                .setScope(FaultScope.valueOf(fault.scope().name()))
                .setOpensIncident(detected.opensIncident())
                .setOccurrence(detected.occurrence())
                .build();
    }

    private static Machine machine(DetectedFault detected) {
        return Machine.newBuilder()
                .setNodeUid(detected.machine().nodeUid())
                .setBootId(detected.machine().bootId())
                .build();
    }

    private static Gpu gpu(Fault fault) {
        return Gpu.newBuilder()
                .setIndex(fault.gpu().index())
                .setPci(fault.gpu().pci())
                .setUuid(fault.gpu().uuid())
                .build();
    }
}
