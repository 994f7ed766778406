package io.medevac.detector.adapter.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.Detection.Known;
import io.medevac.domain.detection.Detection.Outcome;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.KernelLineParser;
import io.medevac.domain.detection.KernelLogState;
import io.medevac.domain.detection.LogChunk;
import io.medevac.domain.detection.LogChunk.Sighting;
import io.medevac.domain.detection.Report;
import io.medevac.domain.detection.Report.Observation;
import io.medevac.domain.detection.Source;
import io.medevac.domain.detection.WaitingSignal;
import io.medevac.worklist.StateJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a decision leaves to be remembered is read back as it was. */
class StoredStatesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Known NOTHING = new Known(null, List.of(), Set.of());

    private final Detection detection =
            new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60));

    @Test
    void aReportWhoseOtherLinesAreToCome() {
        KernelLogState state = takeIn("NVRM: The NVIDIA GPU 0000:b3:00.0").progress().state();

        assertThat(state.begun()).isNotNull();
        assertThat(again(state, KernelLogState.class)).isEqualTo(state);
    }

    @Test
    void aSignalThatWaitsForTheBootOfItsLog() {
        WaitingSignal waiting =
                takeIn("NVRM: Xid (PCI:0000:b3:00): 79, pid=7, name=a, GPU has fallen")
                        .placed()
                        .waiting()
                        .getFirst();

        assertThat(again(waiting, WaitingSignal.class)).isEqualTo(waiting);
    }

    @Test
    void aSignalThatWaitsForItsNode() {
        WaitingSignal ofLog =
                takeIn("NVRM: Xid (PCI:0000:b3:00): 79, GPU has fallen")
                        .placed()
                        .waiting()
                        .getFirst();
        for (BootClaim claim :
                List.of(
                        new BootClaim.Named("boot"),
                        new BootClaim.At(NOW),
                        new BootClaim.Unknown())) {
            Observation observed =
                    new Observation(
                            UUID.randomUUID(),
                            UUID.randomUUID(),
                            "alertmanager",
                            0,
                            Source.ALERTMANAGER,
                            claim,
                            ofLog.signal().finding(),
                            "raw");
            WaitingSignal waiting =
                    detection
                            .takeIn(new Report("gpu-1", List.of(observed)), NOTHING, null, NOW)
                            .waiting()
                            .getFirst();

            assertThat(again(waiting, WaitingSignal.class)).isEqualTo(waiting);
        }
    }

    private Outcome takeIn(String line) {
        Sighting sighting =
                new Sighting(
                        UUID.randomUUID(),
                        UUID.randomUUID(),
                        0,
                        KernelLineParser.parse(line).getFirst(),
                        NOW,
                        line);
        LogChunk chunk = new LogChunk("gpu-1", "file", null, 1, true, true, List.of(sighting));
        return detection.takeIn("kern.log", chunk, NOTHING, null, NOW).orElseThrow();
    }

    private static <T> T again(T state, Class<T> type) {
        return StateJson.read(StateJson.write(state, type), type);
    }
}
