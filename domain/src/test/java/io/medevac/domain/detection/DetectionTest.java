package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.medevac.domain.detection.BootSegment.Awaited;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.Detection.Review;
import io.medevac.domain.detection.Detection.WaitingRoom;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.detection.correlation.Dossier;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.node.Machine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DetectionTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Machine BOOT_1 = new Machine("uid", "boot-1");
    private static final Machine BOOT_2 = new Machine("uid", "boot-2");
    private static final NodeSeen SHOWS_1 = new NodeSeen("uid", "boot-1", NOW, null);
    private static final NodeSeen SHOWS_2 = new NodeSeen("uid", "boot-2", NOW, null);
    private static final String XID_79 = "NVRM: Xid (PCI:0000:9b:00): 79, GPU has fallen";
    private static final String XID_64 = "NVRM: Xid (PCI:0000:19:00): 64, row remapper failure";
    private static final String LINUX = "Linux version 6.1";
    private static final String STREAM = "kern.log";
    private static final String ORIGIN = "file:kern.log?inode=1";

    private final Detection detection = new Detection(FaultCatalogue::shipped, PATIENCE);

    @Test
    void opensAnIncidentForTheFirstFaultAndJoinsTheNext() {
        Outcome outcome = takeIn(nothing(), SHOWS_1, chunk(0, XID_79, XID_64));

        UUID incident = incidentOf(0, XID_79);
        assertThat(faults(outcome))
                .extracting(
                        fault -> placeOf(fault).incidentId(),
                        DetectedFault::machine,
                        fault -> placeOf(fault).occurrence(),
                        fault -> placeOf(fault).opensIncident())
                .containsExactly(
                        tuple(incident, BOOT_1, 1, true), tuple(incident, BOOT_1, 2, false));
        assertThat(outcome.placed().incidents())
                .extracting(Incident::id, Incident::machine, Incident::occurrences)
                .containsExactly(tuple(incident, BOOT_1, 2));
        assertThat(outcome.progress().next()).isEqualTo(20);
        assertThat(outcome.placed().waiting()).isEmpty();
    }

    @Test
    void joinsTheIncidentThatIsOpenAlready() {
        UUID open = UUID.randomUUID();
        Known known =
                new Known(null, List.of(new Incident(open, BOOT_1, 4, Dossier.EMPTY)), Set.of());

        Outcome outcome = takeIn(known, SHOWS_1, chunk(0, XID_79));

        assertThat(faults(outcome))
                .extracting(fault -> placeOf(fault).incidentId())
                .containsExactly(open);
        assertThat(outcome.placed().incidents())
                .extracting(Incident::id, Incident::machine, Incident::occurrences)
                .containsExactly(tuple(open, BOOT_1, 5));
    }

    @Test
    void opensAnotherIncidentForAnotherBoot() {
        Known known =
                new Known(
                        null,
                        List.of(new Incident(UUID.randomUUID(), BOOT_1, 1, Dossier.EMPTY)),
                        Set.of());

        Outcome outcome = takeIn(known, SHOWS_2, chunk(0, XID_79));

        assertThat(faults(outcome).getFirst().place().opensIncident()).isTrue();
        assertThat(faults(outcome).getFirst().machine()).isEqualTo(BOOT_2);
    }

    @Test
    void changesNothingForSignalsSeenBefore() {
        Known known = new Known(null, List.of(), Set.of(idOf(0, XID_79)));

        Outcome outcome = takeIn(known, SHOWS_1, chunk(0, XID_79));

        assertThat(faults(outcome)).isEmpty();
        assertThat(outcome.placed().incidents()).isEmpty();
        assertThat(outcome.progress().next()).isEqualTo(10);
    }

    @Test
    void skipsWhatWasTakenInByAnotherReplica() {
        LogProgress progress = new LogProgress(ORIGIN, 10, KernelLogState.EMPTY);

        Outcome outcome =
                takeIn(new Known(progress, List.of(), Set.of()), SHOWS_1, chunk(0, XID_79, XID_64));

        assertThat(faults(outcome))
                .extracting(fault -> fault.signal().finding().fault().code())
                .containsExactly(64);
        assertThat(outcome.progress().next()).isEqualTo(20);
    }

    @Test
    void neverGoesBack() {
        LogProgress progress = new LogProgress(ORIGIN, 500, KernelLogState.EMPTY);

        Outcome outcome =
                takeIn(new Known(progress, List.of(), Set.of()), SHOWS_1, chunk(0, XID_79));

        assertThat(outcome.progress().next()).isEqualTo(500);
        assertThat(faults(outcome)).isEmpty();
    }

    @Test
    void readsPositionsAgainWhereTheyCanComeAgain() {
        LogProgress progress = new LogProgress(ORIGIN, 500, KernelLogState.EMPTY);
        LogChunk chunk =
                new LogChunk("gpu-1", ORIGIN, null, 10, false, true, chunk(0, XID_79).sightings());

        Outcome outcome = takeIn(new Known(progress, List.of(), Set.of()), SHOWS_1, chunk);

        assertThat(faults(outcome)).hasSize(1);
        assertThat(outcome.progress().next()).isEqualTo(10);
    }

    @Test
    void refusesAChunkOfAFileThatOthersHaveLeftBehind() {
        LogProgress progress = new LogProgress("file:kern.log?inode=2", 0, KernelLogState.EMPTY);

        assertThat(
                        detection.takeIn(
                                STREAM,
                                chunk(0, XID_79),
                                new Known(progress, List.of(), Set.of()),
                                SHOWS_1,
                                NOW))
                .isEmpty();
    }

    @Test
    void goesOnInTheFileThatFollows() {
        LogProgress progress =
                new LogProgress("file:old", 900, stateOf(chunk(0, enabling("9b"), enabling("19"))));
        LogChunk chunk =
                new LogChunk(
                        "gpu-1", ORIGIN, "file:old", 10, true, true, chunk(0, XID_79).sightings());

        Outcome outcome = takeIn(new Known(progress, List.of(), Set.of()), SHOWS_1, chunk);

        assertThat(outcome.progress().origin()).isEqualTo(ORIGIN);
        assertThat(outcome.progress().next()).isEqualTo(10);
        assertThat(faults(outcome).getFirst().signal().finding().fault().gpu())
                .isEqualTo(new Gpu(1, "0000:9b:00", null));
    }

    @Test
    void forgetsTheGpusOfTheBootBefore() {
        Outcome outcome =
                takeIn(
                        nothing(),
                        SHOWS_1,
                        chunk(0, enabling("19"), enabling("9b"), LINUX, enabling("9b"), XID_79));

        assertThat(faults(outcome).getFirst().signal().finding().fault().gpu().index()).isZero();
    }

    @Test
    void waitsForTheBootThatKubernetesDoesNotShowYet() {
        KernelLogState state = KernelLogState.EMPTY.in(new BootSegment.Known(BOOT_1));
        Known known = new Known(new LogProgress(ORIGIN, 0, state), List.of(), Set.of());

        Outcome outcome = takeIn(known, SHOWS_1, chunk(0, XID_64, LINUX, XID_79));

        assertThat(faults(outcome))
                .extracting(
                        DetectedFault::machine, fault -> fault.signal().finding().fault().code())
                .containsExactly(tuple(BOOT_1, 64));
        assertThat(outcome.placed().waiting())
                .singleElement()
                .satisfies(
                        waiting -> {
                            assertThat(waiting.signal().finding().fault().code()).isEqualTo(79);
                            assertThat(waiting.until()).isEqualTo(NOW.plus(PATIENCE));
                            assertThat(waiting.awaited())
                                    .isEqualTo(new WaitingSignal.OfLog(STREAM, 1));
                        });
    }

    @Test
    void bindsToNoBootWhatWasSaidInABootThatIsOverAndWasNeverSeen() {
        LogChunk old =
                new LogChunk(
                        "gpu-1",
                        ORIGIN,
                        null,
                        20,
                        true,
                        false,
                        chunk(0, LINUX, XID_79).sightings());

        Outcome outcome = takeIn(nothing(), SHOWS_2, old);

        assertThat(faults(outcome))
                .extracting(DetectedFault::machine)
                .containsExactly(Machine.UNKNOWN);
        assertThat(outcome.progress().state().boot()).isInstanceOf(Awaited.class);
    }

    @Test
    void learnsTheBootAsSoonAsItIsShown() {
        Outcome outcome = takeIn(nothing(), SHOWS_1, chunk(0));

        assertThat(outcome.progress().state().boot()).isEqualTo(new BootSegment.Known(BOOT_1));
    }

    @Test
    void takesAKernelClockThatWentBackForANewBoot() {
        Outcome outcome =
                takeIn(
                        nothing(),
                        SHOWS_1,
                        chunk(0, "[90000.1] " + XID_64, "[90000.0] " + XID_64, "[12.1] " + XID_79));

        assertThat(faults(outcome)).hasSize(2);
        assertThat(outcome.placed().waiting()).hasSize(1);
        assertThat(outcome.progress().state().boots()).isEqualTo(1);
    }

    @Test
    void letsAForgedClockStartNoBoot() {
        Outcome outcome =
                takeIn(nothing(), SHOWS_1, chunk(0, "[90000.1] " + XID_64, "<13>[12.1] " + XID_79));

        assertThat(outcome.progress().state().boots()).isZero();
        assertThat(faults(outcome)).hasSize(1);
    }

    @Test
    void reviewBindsWhenTheBootIsShown() {
        WaitingSignal waiting = waiting(1);

        Review review = review(waiting, new Awaited(BOOT_1, NOW), SHOWS_2, NOW.plusSeconds(5));

        assertThat(review.faults()).extracting(DetectedFault::machine).containsExactly(BOOT_2);
        assertThat(review.waiting()).isEmpty();
        assertThat(review.incidents()).hasSize(1);
    }

    @Test
    void reviewWaitsUntilTheDeadline() {
        Review review = review(waiting(1), new Awaited(BOOT_1, NOW), SHOWS_1, NOW.plusSeconds(59));

        assertThat(review.faults()).isEmpty();
        assertThat(review.waiting()).hasSize(1);
    }

    @Test
    void reviewReportsWithoutBootAtTheDeadline() {
        Instant deadline = NOW.plus(PATIENCE);

        assertThat(review(waiting(1), new Awaited(BOOT_1, NOW), SHOWS_1, deadline).faults())
                .extracting(DetectedFault::machine)
                .containsExactly(new Machine("uid", null));
        assertThat(review(waiting(1), new Awaited(BOOT_1, NOW), null, deadline).faults())
                .extracting(DetectedFault::machine)
                .containsExactly(Machine.UNKNOWN);
    }

    @Test
    void reviewGivesUpWhenTheLogIsInAnotherBoot() {
        Review review = review(waiting(1), 2, new Awaited(BOOT_1, NOW), SHOWS_2, NOW);

        assertThat(review.faults())
                .extracting(DetectedFault::machine)
                .containsExactly(Machine.UNKNOWN);
    }

    @Test
    void tellsAGpuThatIsLostAmongAnyNumberOfInventedHarmlessFaults() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            lines.add(
                    "NVRM: Xid (PCI:%04x:%02x:00): 13, pid=7, name=a, Graphics Exception"
                            .formatted(1 + i / 200, i % 200));
        }
        lines.add(XID_79);

        List<DetectedFault> faults =
                faults(takeIn(nothing(), SHOWS_1, chunk(0, lines.toArray(String[]::new))));

        DetectedFault.Place place = placeOf(faults.getLast());
        assertThat(place.told()).isTrue();
        assertThat(place.fault().action()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(place.trouble().root()).hasToString("xid 79");
        assertThat(place.trouble().action()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(faults.stream().filter(fault -> placeOf(fault).told()))
                .hasSizeLessThanOrEqualTo(97);
    }

    private Outcome takeIn(Known known, NodeSeen node, LogChunk chunk) {
        return detection.takeIn(STREAM, chunk, known, node, NOW).orElseThrow();
    }

    private KernelLogState stateOf(LogChunk chunk) {
        return takeIn(nothing(), SHOWS_1, chunk).progress().state();
    }

    private Review review(WaitingSignal waiting, BootSegment boot, NodeSeen node, Instant now) {
        return review(waiting, 1, boot, node, now);
    }

    private Review review(
            WaitingSignal waiting, int boots, BootSegment boot, NodeSeen node, Instant now) {
        KernelLogState state =
                new KernelLogState(boot, boots, GpuInventory.EMPTY, null, null, null);
        return detection.review(
                "gpu-1",
                new WaitingRoom(List.of(waiting), Map.of(STREAM, state), List.of()),
                node,
                now);
    }

    private WaitingSignal waiting(int boots) {
        KernelLogState state = KernelLogState.EMPTY.in(new BootSegment.Known(BOOT_1));
        Known known = new Known(new LogProgress(ORIGIN, 0, state), List.of(), Set.of());
        WaitingSignal waiting =
                takeIn(known, SHOWS_1, chunk(0, LINUX, XID_79)).placed().waiting().getFirst();
        assertThat(waiting.awaited()).isEqualTo(new WaitingSignal.OfLog(STREAM, boots));
        return waiting;
    }

    private static List<DetectedFault> faults(Outcome outcome) {
        return outcome.placed().faults();
    }

    private static DetectedFault.Place placeOf(DetectedFault fault) {
        assertThat(fault.place()).isNotNull();
        return fault.place();
    }

    private static Known nothing() {
        return new Known(null, List.of(), Set.of());
    }

    private static String enabling(String bus) {
        return "nvidia 0000:" + bus + ":00.0: enabling device (0000 -> 0003)";
    }

    /** Lines that are ten positions long each. */
    private static LogChunk chunk(long from, String... lines) {
        List<Sighting> sightings = new ArrayList<>();
        long at = from;
        for (String line : lines) {
            KernelLine said = KernelLineParser.parse(line).getFirst();
            sightings.add(new Sighting(idOf(at, line), incidentOf(at, line), at, said, null, line));
            at += 10;
        }
        return new LogChunk("gpu-1", ORIGIN, null, at, true, true, sightings);
    }

    private static UUID idOf(long position, String line) {
        return UUID.nameUUIDFromBytes((position + line).getBytes(StandardCharsets.UTF_8));
    }

    private static UUID incidentOf(long position, String line) {
        return UUID.nameUUIDFromBytes(("i" + position + line).getBytes(StandardCharsets.UTF_8));
    }
}
