package io.medevac.detector.adapter.kafka;

import io.medevac.detector.port.Identities;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.correlation.Trouble;
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

    /** The signal, and the fault that follows from it when it is to be told. */
    public List<SpecificRecord> of(String node, DetectedFault detected) {
        DetectedFault.Place place = detected.place();
        return place == null || !place.told()
                ? List.of(signal(node, detected))
                : List.of(signal(node, detected), fault(node, detected, place));
    }

    private io.medevac.events.Signal signal(String node, DetectedFault detected) {
        Signal signal = detected.signal();
        Fault fault = signal.finding().fault();
        return io.medevac.events.Signal.newBuilder()
                .setHeader(headers.of(signal.id(), null, node, signal.observedAt(), null))
                .setSource(source(signal.source()))
                .setOrigin(signal.origin())
                .setPosition(signal.position())
                .setMachine(machine(detected))
                .setKind(fault.kind())
                .setCode(fault.code())
                .setGpu(gpu(fault))
                .setPid(signal.finding().pid())
                .setProcess(signal.finding().process())
                .setRaw(signal.raw())
                .build();
    }

    private GpuFault fault(String node, DetectedFault detected, DetectedFault.Place place) {
        Signal signal = detected.signal();
        Fault fault = place.fault();
        return GpuFault.newBuilder()
                .setHeader(
                        headers.of(
                                EventIds.derived("fault", signal.id().toString()),
                                place.incidentId(),
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
                .setOpensIncident(place.opensIncident())
                .setOccurrence(place.occurrence())
                .setTrouble(trouble(place.trouble()))
                .build();
    }

    private static io.medevac.events.Trouble trouble(Trouble trouble) {
        return io.medevac.events.Trouble.newBuilder()
                .setRoot(trouble.root().toString())
                .setScope(FaultScope.valueOf(trouble.scope().name()))
                .setSeverity(Severity.valueOf(trouble.severity().name()))
                .setAction(RecommendedAction.valueOf(trouble.action().name()))
                .setGpus(trouble.devices().stream().map(DetectionEvents::shown).toList())
                .setCodes(trouble.codes())
                .setSources(trouble.sources().stream().map(DetectionEvents::source).toList())
                .setNotes(trouble.notes())
                .build();
    }

    private static String shown(Trouble.Device device) {
        return device.index() == null ? device.name() : device.index().toString();
    }

    private static SignalSource source(Source source) {
        return switch (source) {
            case KERNEL -> SignalSource.KERNEL_LOG;
            case CONDITION -> SignalSource.NODE_CONDITION;
            case EVENT -> SignalSource.NODE_EVENT;
            case DCGM -> SignalSource.DCGM;
            case ALERTMANAGER -> SignalSource.ALERT;
            case SLURM -> SignalSource.SLURM_HEALTH_CHECK;
        };
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
