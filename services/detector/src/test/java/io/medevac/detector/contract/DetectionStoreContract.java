package io.medevac.detector.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.DetectionStore.Stretch;
import io.medevac.domain.detection.BootSegment;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.DetectedFault.Place;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.GpuInventory;
import io.medevac.domain.detection.Incident;
import io.medevac.domain.detection.KernelLogState;
import io.medevac.domain.detection.LogProgress;
import io.medevac.domain.detection.Signal;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.WaitingSignal;
import io.medevac.domain.detection.WaitingSignal.OfLog;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.detection.xid.DriverVersion;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of detections must do. */
public abstract class DetectionStoreContract {
    private static final String STREAM = "file:/kern.log";
    private static final Machine MACHINE = new Machine("uid", "boot");
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    private static final Dossier DOSSIER =
            Dossier.EMPTY.with(Source.KERNEL, waiting().signal().finding());

    private final String node = "gpu-" + UUID.randomUUID();

    protected abstract DetectionStore store();

    @Test
    void knowsNothingAtFirst() {
        assertThat(store().progress(STREAM, node)).isEmpty();
        assertThat(knownNow()).isEqualTo(new Known(null, List.of(), Set.of()));
    }

    @Test
    void keepsHowFarALogWasTakenInAndWhatItTold() {
        KernelLogState state =
                new KernelLogState(
                        new BootSegment.Awaited(MACHINE, NOW),
                        3,
                        GpuInventory.EMPTY.withEnabled("0000:9b:00").withUuid("0000:9b:00", "GPU"),
                        12.5,
                        new DriverVersion(570, "570.158.01"),
                        null);

        takeIn(Set.of(), new LogProgress("origin", 10, KernelLogState.EMPTY));
        takeIn(Set.of(), new LogProgress("origin-2", 20, state));

        assertThat(store().progress(STREAM, node)).contains(new LogProgress("origin-2", 20, state));
        assertThat(store().progress("another stream", node)).isEmpty();
        assertThat(store().progress(STREAM, "another-node")).isEmpty();
    }

    @Test
    void keepsOpenIncidentsOfTheNode() {
        Incident incident = incident(UUID.randomUUID(), 1);
        Incident unbound = new Incident(UUID.randomUUID(), Machine.UNKNOWN, 1, DOSSIER);
        Incident joined = incident(incident.id(), 2);

        takeIn(incident, unbound);
        takeIn(joined);

        assertThat(knownNow().open()).containsExactlyInAnyOrder(joined, unbound);
    }

    @Test
    void forgetsAClosedIncidentSoThatTheSameBootCanHaveAnother() {
        Incident first = incident(UUID.randomUUID(), 1);
        Incident second = incident(UUID.randomUUID(), 1);
        UUID event = UUID.randomUUID();
        takeIn(first);

        store().close(event, first.id());
        store().close(event, first.id());
        takeIn(second);

        assertThat(knownNow().open()).containsExactly(second);
    }

    @Test
    void ignoresTheEndOfAnIncidentItNeverHad() {
        store().close(UUID.randomUUID(), UUID.randomUUID());

        assertThat(knownNow().open()).isEmpty();
    }

    @Test
    void saysWhichSignalsWereTakenBefore() {
        UUID first = UUID.randomUUID();
        UUID second = UUID.randomUUID();
        takeIn(Set.of(first), progress(1));

        List<Known> known = new ArrayList<>();
        store().takeIn(STREAM, node, Set.of(first, second), seen -> remember(known, seen));

        assertThat(known.getLast().seen()).containsExactly(first);
    }

    /** What a log that is read after a long time, or a storm, has in one block. */
    @Test
    void takesThousandsOfSignalsAtOnce() {
        Incident incident = incident(UUID.randomUUID(), 1);
        List<DetectedFault> faults = new ArrayList<>();
        Set<UUID> signals = new HashSet<>();
        for (int i = 1; i <= 2_000; i++) {
            Signal signal = waiting().signal();
            signals.add(signal.id());
            faults.add(detected(signal, incident, i));
        }

        Optional<Outcome> outcome =
                store().takeIn(
                                STREAM,
                                node,
                                signals,
                                known ->
                                        Optional.of(
                                                new Outcome(
                                                        progress(5),
                                                        new Placed(
                                                                faults,
                                                                List.of(),
                                                                List.of(incident)))));

        assertThat(outcome).isPresent();
        List<Known> known = new ArrayList<>();
        store().takeIn(STREAM, node, signals, seen -> remember(known, seen));
        assertThat(known.getLast().seen()).isEqualTo(signals);
    }

    @Test
    void storesNothingWhenTheDecisionSaysSo() {
        UUID signal = UUID.randomUUID();

        Optional<Outcome> outcome =
                store().takeIn(STREAM, node, Set.of(signal), known -> Optional.empty());

        assertThat(outcome).isEmpty();
        assertThat(store().progress(STREAM, node)).isEmpty();
        List<Known> known = new ArrayList<>();
        store().takeIn(STREAM, node, Set.of(signal), seen -> remember(known, seen));
        assertThat(known.getLast().seen()).isEmpty();
    }

    @Test
    void storesNothingWhenTheDecisionFails() {
        assertThatThrownBy(
                        () ->
                                store().takeIn(
                                                STREAM,
                                                node,
                                                Set.of(),
                                                known -> {
                                                    throw new IllegalStateException("broken rule");
                                                }))
                .hasMessageContaining("broken rule");
        assertThat(store().progress(STREAM, node)).isEmpty();
    }

    @Test
    void keepsWaitingSignalsInOrderUntilTheyAreTold() {
        WaitingSignal first = waiting();
        WaitingSignal second = waiting();
        store().takeIn(
                        STREAM,
                        node,
                        Set.of(),
                        known ->
                                Optional.of(
                                        new Outcome(
                                                progress(5),
                                                new Placed(
                                                        List.of(),
                                                        List.of(first, second),
                                                        List.of()))));
        Incident incident = incident(UUID.randomUUID(), 1);

        store().review(
                        node,
                        room -> {
                            assertThat(room.waiting()).containsExactly(first, second);
                            assertThat(room.states())
                                    .isEqualTo(Map.of(STREAM, KernelLogState.EMPTY));
                            DetectedFault told = detected(first.signal(), incident, 1);
                            return new Review(List.of(told), List.of(second), List.of(incident));
                        });

        store().review(
                        node,
                        room -> {
                            assertThat(room.waiting()).containsExactly(second);
                            assertThat(room.open()).containsExactly(incident);
                            return new Review(List.of(), room.waiting(), List.of());
                        });
    }

    @Test
    void decidesAboutOneNodeOneAfterTheOther() throws Exception {
        int times = 12;
        Incident begin = incident(UUID.randomUUID(), 1);
        takeIn(begin);
        List<Callable<Optional<Outcome>>> joins = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            String stream = STREAM + i % 3;
            joins.add(() -> store().takeIn(stream, node, Set.of(), this::joinOpen));
        }

        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            for (Future<Optional<Outcome>> join : pool.invokeAll(joins)) {
                join.get();
            }
        }

        assertThat(knownNow().open()).containsExactly(incident(begin.id(), 1 + times));
    }

    private Optional<Outcome> joinOpen(Known known) {
        Incident open = known.open().getFirst();
        long next = known.progress() == null ? 1 : known.progress().next() + 1;
        return Optional.of(
                new Outcome(
                        progress(next),
                        new Placed(
                                List.of(),
                                List.of(),
                                List.of(incident(open.id(), open.occurrences() + 1)))));
    }

    @Test
    void takesInStretchesOfManyNodesAtOnceAndLeavesOutWhatIsNotDecided() {
        UUID first = UUID.randomUUID();
        UUID left = UUID.randomUUID();
        Incident incident = incident(UUID.randomUUID(), 1);
        Incident other = incident(UUID.randomUUID(), 1);
        String second = node + "-b";
        String third = node + "-c";

        List<Optional<Outcome>> outcomes =
                store().takeInAll(
                                List.of(
                                        opening(node, first, incident),
                                        new Stretch(
                                                STREAM,
                                                second,
                                                Set.of(left),
                                                known -> Optional.empty()),
                                        opening(third, UUID.randomUUID(), other)));

        assertThat(outcomes).extracting(Optional::isPresent).containsExactly(true, false, true);
        assertThat(knownNow(node, Set.of(first)))
                .isEqualTo(new Known(progress(7), List.of(incident), Set.of(first)));
        assertThat(knownNow(second, Set.of(left))).isEqualTo(new Known(null, List.of(), Set.of()));
        assertThat(knownNow(third, Set.of()).open()).containsExactly(other);
    }

    private static Stretch opening(String node, UUID signal, Incident incident) {
        Outcome outcome =
                new Outcome(progress(7), new Placed(List.of(), List.of(), List.of(incident)));
        return new Stretch(STREAM, node, Set.of(signal), known -> Optional.of(outcome));
    }

    private Known knownNow() {
        return knownNow(node, Set.of());
    }

    private Known knownNow(String ofNode, Set<UUID> signals) {
        List<Known> known = new ArrayList<>();
        store().takeIn(STREAM, ofNode, signals, now -> remember(known, now));
        return known.getLast();
    }

    private static Optional<Outcome> remember(List<Known> known, Known now) {
        known.add(now);
        return Optional.empty();
    }

    private void takeIn(Incident... incidents) {
        store().takeIn(
                        STREAM,
                        node,
                        Set.of(),
                        known ->
                                Optional.of(
                                        new Outcome(
                                                progress(1),
                                                new Placed(
                                                        List.of(),
                                                        List.of(),
                                                        List.of(incidents)))));
    }

    private void takeIn(Set<UUID> signals, LogProgress progress) {
        store().takeIn(
                        STREAM,
                        node,
                        signals,
                        known ->
                                Optional.of(
                                        new Outcome(
                                                progress,
                                                new Placed(List.of(), List.of(), List.of()))));
    }

    private static LogProgress progress(long next) {
        return new LogProgress("origin", next, KernelLogState.EMPTY);
    }

    private static WaitingSignal waiting() {
        UUID id = UUID.randomUUID();
        Fault fault =
                new Fault(
                        "XID",
                        79,
                        new Gpu(3, "0000:9b:00", null),
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "catalogue: xid 79",
                        "GPU has fallen off the bus.");
        Finding finding = new Finding(fault, null, null, null, null, null, NOW);
        Signal signal =
                new Signal(id, UUID.randomUUID(), Source.KERNEL, "origin", 4, NOW, "raw", finding);
        return new WaitingSignal(signal, new OfLog(STREAM, 1), NOW.plusSeconds(60));
    }

    private static Incident incident(UUID id, int occurrences) {
        return new Incident(id, MACHINE, occurrences, DOSSIER);
    }

    private static DetectedFault detected(Signal signal, Incident incident, int occurrence) {
        return new DetectedFault(
                signal,
                MACHINE,
                new Place(
                        incident.id(),
                        occurrence,
                        signal.finding().fault(),
                        DOSSIER.trouble("gpu-1"),
                        true));
    }
}
