package io.medevac.domain.detection.correlation;

import static io.medevac.domain.detection.correlation.Told.NOON;
import static io.medevac.domain.detection.correlation.Told.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DossierTest {
    private static final Gpu GPU = new Gpu(3, "0000:9b:00", null);
    private static final String ASKS =
            "NVRM: Xid (PCI:0000:9b:00): 154, GPU recovery action changed from 0x0 (None) to 0x2"
                    + " (Node Reboot Required)";
    private static final String NVLINK_NONFATAL =
            "NVRM: Xid (PCI:0000:9b:00): 149, NETIR_BER_EVENT Nonfatal XC0 i0 Link 03 (0x00086226"
                    + " 0x00000001 0x00000000 0x00000000 0x00000000 0x00000000)";

    @Test
    void aPoorerSourceThatComesSecondMakesNothingGraver() {
        Told kernel = Told.kernel("n1", NVLINK_NONFATAL).getFirst();
        Fault worse =
                new Fault(
                        "XID",
                        149,
                        GPU,
                        FaultScope.NVLINK,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "dcgm: xid 149, catalogue",
                        "149");
        Told exporter = Told.of(Source.DCGM, worse, NOON);

        Fault judged = dossier(kernel, exporter).judged("n1", Source.DCGM, exporter.finding());

        assertThat(judged.action()).isEqualTo(kernel.finding().fault().action());
        assertThat(judged.severity()).isEqualTo(kernel.finding().fault().severity());
        assertThat(judged.rule()).contains("instead of CRITICAL REPLACE_NODE");
    }

    @Test
    void aSourceAloneIsTakenAtItsWord() {
        Told exporter = Told.xid(Source.DCGM, 79, GPU, NOON);

        assertThat(dossier(exporter).judged("n1", Source.DCGM, exporter.finding()))
                .isEqualTo(exporter.finding().fault());
    }

    @Test
    void theRecoveryThatTheDriverAsksForCountsForTheGpu() {
        Told fault = Told.kernel("n1", line(0, "0000:9b:00", 119, "Timeout")).getFirst();
        Told asked = Told.kernel("n1", ASKS).getFirst();
        Told again = Told.kernel("n1", line(60, "0000:9b:00", 48, "DBE")).getFirst();

        Fault judged = dossier(fault, asked, again).judged("n1", Source.KERNEL, again.finding());

        assertThat(judged.action()).isEqualTo(RecommendedAction.REBOOT_NODE);
    }

    @Test
    void countsWhatIsEqual() {
        Told fault = Told.kernel("n1", line(0, "0000:9b:00", 48, "DBE")).getFirst();
        Told later = Told.kernel("n1", line(600, "0000:9b:00", 48, "DBE again")).getFirst();
        Told other = Told.kernel("n1", line(0, "0000:19:00", 48, "DBE")).getFirst();

        Dossier dossier = dossier(fault, later, other);

        assertThat(dossier.times(Source.KERNEL, fault.finding())).isEqualTo(2);
        assertThat(dossier.times(Source.KERNEL, other.finding())).isEqualTo(1);
        assertThat(dossier.trouble("n1").occurrences()).isEqualTo(3);
    }

    @Test
    void staysBoundedUnderEndlessDifferentFindings() {
        Dossier dossier = Dossier.EMPTY;
        for (int i = 0; i < 5000; i++) {
            Told told = Told.xid(Source.CONDITION, 48, new Gpu(i, null, null), NOON);
            dossier = dossier.with(told.source(), told.finding());
        }

        assertThat(dossier.entries()).hasSize(Burst.MOST);
        assertThat(dossier.trouble("n1").occurrences()).isEqualTo(5000);
    }

    @Test
    void theOrderOfABurstChangesNothing() {
        List<Told> burst = new ArrayList<>();
        burst.addAll(
                Told.kernel(
                        "n1",
                        line(0, "0000:9b:00", 79, "GPU has fallen off the bus."),
                        line(1, "0000:9b:00", 45, "pid=1, name=a, Ch 1"),
                        line(2, "0000:19:00", 13, "pid=7, name=b, Graphics Exception"),
                        ASKS));
        burst.add(Told.xid(Source.DCGM, 79, GPU, NOON));
        burst.add(Told.xid(Source.ALERTMANAGER, 79, GPU, NOON.plusSeconds(9)));
        Trouble told = dossier(burst.toArray(Told[]::new)).trouble("n1");
        Random random = new Random(23);

        for (int i = 0; i < 200; i++) {
            Collections.shuffle(burst, random);
            assertThat(dossier(burst.toArray(Told[]::new)).trouble("n1")).isEqualTo(told);
        }
        assertThat(told.root().toString()).isEqualTo("xid 79");
        assertThat(told.sources()).containsExactly(Source.KERNEL, Source.DCGM, Source.ALERTMANAGER);
    }

    private static Dossier dossier(Told... all) {
        Dossier dossier = Dossier.EMPTY;
        for (Told told : all) {
            dossier = dossier.with(told.source(), told.finding());
        }
        return dossier;
    }
}
