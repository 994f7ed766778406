package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.node.Machine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the service makes of kernel logs: every kind of report, in whatever pieces it comes. */
class KernelIntakeTest {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final Machine BOOT = new Machine("uid", "boot");
    private static final NodeSeen SHOWN = new NodeSeen("uid", "boot", NOW.minusSeconds(60), NOW);
    private static final String ORIGIN = "file:kern.log?inode=1";
    private static final List<String> LOST =
            List.of(
                    "NVRM: The NVIDIA GPU 0000:b3:00.0",
                    "NVRM: (PCI ID: 10de:26b5) installed in this system has",
                    "NVRM: fallen off the bus and is not responding to commands.");
    private static final String SXID =
            "nvidia-nvswitch3: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up";
    private static final String NIC =
            "mlx5_core 0000:0c:00.0: mlx5_cmd_out_err:839:(pid 1): Health buffer reports device's"
                    + " health compromised - reached miss count";
    private static final String XID_79 =
            "NVRM: Xid (PCI:0000:b3:00): 79, GPU has fallen off the bus.";
    private static final String XID_63 = "NVRM: Xid (PCI:0000:b3:00): 63, Row Remapper: ok";

    private final Detection detection = new Detection(FaultCatalogue::shipped, Duration.ZERO);

    @Test
    void aGpuThatIsLostInWordsOnlyIsAFault() {
        List<DetectedFault> faults = read(LOST);

        assertThat(faults).hasSize(1);
        DetectedFault.Place place = faults.getFirst().place();
        assertThat(place).isNotNull();
        assertThat(place.fault().kind()).isEqualTo("GPU_LOST");
        assertThat(place.fault().gpu().pci()).isEqualTo("0000:b3:00");
        assertThat(place.fault().action()).isEqualTo(RecommendedAction.REPLACE_NODE);
        assertThat(faults.getFirst().signal().position()).isZero();
    }

    @Test
    void wordsAndXidOfOneLossAreOneIncidentWithOneRoot() {
        List<String> lines = new ArrayList<>(LOST);
        lines.add(XID_79);

        List<DetectedFault> faults = read(lines);

        assertThat(faults)
                .extracting(fault -> fault.place().incidentId())
                .containsOnly(faults.getFirst().place().incidentId());
        assertThat(faults.getLast().place().trouble().root().toString()).isEqualTo("xid 79");
    }

    @Test
    void switchesAndNetworkDevicesAreFaultsToo() {
        List<DetectedFault> faults = read(List.of(SXID));

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().place().fault().scope()).isEqualTo(FaultScope.SWITCH);
        assertThat(faults.getFirst().place().fault().code()).isEqualTo(20034);
    }

    @Test
    void whatIsHarmlessIsASignalAndOpensNothing() {
        List<DetectedFault> faults = read(List.of(XID_63));

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().place()).isNull();
    }

    /** The driver's version changes what an NVLink 5 report means. */
    @Test
    void theDriverThatTheLogNamesIsKnown() {
        Outcome outcome =
                takeIn(
                        null,
                        0,
                        List.of(
                                "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64 "
                                        + " 580.65.06  Release Build"));

        assertThat(outcome.progress().state().driver()).isNotNull();
        assertThat(outcome.progress().state().driver().branch()).isEqualTo(580);
    }

    @Test
    void aStormIsToldAndNotOneByOne() {
        List<String> storm = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            storm.add("[%d.000000] %s".formatted(1000 + i, XID_79));
        }

        List<DetectedFault> faults = read(storm);

        assertThat(faults).hasSize(2000);
        assertThat(faults.stream().filter(fault -> fault.place().told()).count()).isEqualTo(12);
        assertThat(faults.getLast().place().occurrence()).isEqualTo(2000);
    }

    @Test
    void anySplitIntoPiecesTellsTheSame() {
        List<String> lines = new ArrayList<>();
        lines.add("nvidia 0000:b3:00.0: enabling device (0000 -> 0003)");
        lines.addAll(LOST);
        lines.add(XID_79);
        lines.add(SXID);
        lines.add(NIC);
        lines.add("NVRM: API mismatch: the client has the version 570.1, but");
        lines.add("NVRM: this kernel module has the version 560.2.  Please");
        lines.add("NVRM: make sure that this kernel module and all NVIDIA driver");
        lines.add("NVRM: components have the same version.");
        lines.add(XID_63);
        List<DetectedFault> whole = read(lines);
        Random random = new Random(5);

        for (int round = 0; round < 200; round++) {
            List<DetectedFault> pieces = new ArrayList<>();
            LogProgress progress = null;
            List<Incident> open = List.of();
            int from = 0;
            while (from < lines.size()) {
                int to = Math.min(lines.size(), from + 1 + random.nextInt(4));
                Outcome outcome =
                        takeIn(new Known(progress, open, Set.of()), from, lines.subList(from, to));
                pieces.addAll(outcome.placed().faults());
                progress = outcome.progress();
                open = outcome.placed().incidents().isEmpty() ? open : outcome.placed().incidents();
                from = to;
            }
            assertThat(pieces).isEqualTo(whole);
        }
    }

    /** A sender that lost the answer sends again; a broker gives what was not acknowledged. */
    @Test
    void aBeginningThatComesAgainBeginsNoOtherBoot() {
        LogChunk chunk = chunk(false, true, NOW, List.of("Linux version 6.1.0", XID_79));
        KernelLogState running = KernelLogState.EMPTY.in(new BootSegment.Known(BOOT));
        Known before = new Known(new LogProgress(ORIGIN, 0, running), List.of(), Set.of());
        NodeSeen silent = new NodeSeen("uid", "boot", NOW.minusSeconds(60), null);
        Outcome first = takeIn(chunk, before, silent);
        Set<UUID> taken =
                chunk.sightings().stream().map(Sighting::signalId).collect(Collectors.toSet());

        Outcome again = takeIn(chunk, new Known(first.progress(), List.of(), taken), silent);

        assertThat(chunk.sightings()).allMatch(Sighting::countsOnce);
        assertThat(first.placed().waiting()).hasSize(1);
        assertThat(again.progress()).isEqualTo(first.progress());
        assertThat(again.placed().waiting()).isEmpty();
    }

    private List<DetectedFault> read(List<String> lines) {
        return takeIn(null, 0, lines).placed().faults();
    }

    private Outcome takeIn(Known stored, long from, List<String> lines) {
        Known known = stored == null ? new Known(null, List.of(), Set.of()) : stored;
        Outcome outcome = takeIn(chunk(true, true, NOW, from, lines), known, SHOWN);
        assertThat(outcome.placed().faults())
                .extracting(DetectedFault::machine)
                .allMatch(BOOT::equals);
        return outcome;
    }

    private Outcome takeIn(LogChunk chunk, Known known, NodeSeen node) {
        return detection.takeIn("kern.log", chunk, known, node, NOW).orElseThrow();
    }

    private static LogChunk chunk(
            boolean grows, boolean latest, Instant writtenAt, List<String> lines) {
        return chunk(grows, latest, writtenAt, 0, lines);
    }

    private static LogChunk chunk(
            boolean grows, boolean latest, Instant writtenAt, long from, List<String> lines) {
        List<Sighting> sightings = new ArrayList<>();
        long at = from;
        for (String line : lines) {
            for (KernelLine said : KernelLineParser.parse(line)) {
                sightings.add(new Sighting(id("s", at), id("i", at), at, said, writtenAt, line));
            }
            at++;
        }
        return new LogChunk("gpu-1", ORIGIN, null, at, grows, latest, sightings);
    }

    private static UUID id(String kind, long at) {
        return UUID.nameUUIDFromBytes((kind + at).getBytes(StandardCharsets.UTF_8));
    }
}
