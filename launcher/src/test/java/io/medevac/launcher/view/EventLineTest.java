package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.events.Signal;
import io.medevac.events.SignalSource;
import io.medevac.launcher.record.SampleIncident;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLineTest {

    private static final String XID = "NVRM: Xid (PCI:0000:9b:00): ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "94, pid=1, name=x, Contained: SM (0x1). RST: No, D-RST: No | Xid 94: Contained: SM (0x1). RST: No, D-RST: No",
                "79 | Xid 79",
                "79, | Xid 79",
                "79, pid=12 | Xid 79",
                "79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus. | Xid 79: GPU has fallen off the bus.",
                "43, pid=7, name='a, b', Ch 00000008 | Xid 43: Ch 00000008",
                "45, name=python3, Ch 00000008, preemptive removal | Xid 45: Ch 00000008, preemptive removal",
                "48, DBE (double bit error) ECC Error, really | Xid 48: DBE (double bit error) ECC Error, really"
            })
    void showsTheDriversOwnWords(String line, String shown) {
        int code = Integer.parseInt(line.substring(0, 2));

        assertThat(shown(XID + line, code)).isEqualTo(shown);
        assertThat(shown("2026-11-29T12:00:00+00:00 gpu-1 kernel: [ 1.0] " + XID + line, code))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|NVRM: something else, at all|NVRM: something else, at all",
                "79|?|Xid 79: ?"
            })
    void showsTheWholeLineOfWhatItDoesNotKnow(@Nullable Integer code, String raw, String shown) {
        assertThat(shown(raw, code)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "KERNEL_LOG|SXID|12028|nvidia-nvswitch3: SXid (PCI:0000:8b:00.0): 12028, Non-fatal|kernel|SXid 12028: Non-fatal",
                "DCGM|XID|79|DCGM_FI_DEV_XID_ERRORS 79|dcgm|Xid 79: DCGM_FI_DEV_XID_ERRORS 79",
                "NODE_CONDITION|GPU_LOST||GpuHealth=False|condition|GpuHealth=False",
                "NODE_EVENT|PLUGIN_HEALTH|79|XidCriticalError|event|PLUGIN_HEALTH 79: XidCriticalError",
                "ALERT|ALERT||GpuLost|alertmanager|GpuLost",
                "SLURM_HEALTH_CHECK|SLURM||NHC: gpu 3|slurm|NHC: gpu 3",
                "OPERATOR|XID|79|by hand|operator|Xid 79: by hand",
                "UNKNOWN|XID|79|?|?|Xid 79: ?"
            })
    void saysWhichSourceSpoke(
            SignalSource source,
            String kind,
            @Nullable Integer code,
            String raw,
            String actor,
            String detail) {
        EventLine line = EventLine.of(SampleIncident.signal(source, kind, code, raw));

        assertThat(line.actor()).isEqualTo(actor);
        assertThat(line.detail()).isEqualTo(detail);
    }

    @Test
    void speaksOfNoGpuWhereThereIsNone() {
        Signal.Builder signal =
                Signal.newBuilder(
                                SampleIncident.signal(
                                        SignalSource.KERNEL_LOG, "BLIND", null, "nothing"))
                        .setGpu(new Gpu(null, null, null));

        assertThat(EventLine.of(signal.build()).what()).isEqualTo("BLIND");
        assertThat(EventLine.of(signal.setCode(79).build()).what()).isEqualTo("GPU ?");
        assertThat(Brief.fault(summary("BLIND", null))).isEqualTo("BLIND");
        assertThat(Brief.fault(summary("XID", 79))).isEqualTo("Xid 79 on GPU ?");
    }

    private static FaultSummary summary(String kind, @Nullable Integer code) {
        return FaultSummary.newBuilder()
                .setKind(kind)
                .setCode(code)
                .setGpu(new Gpu(null, null, null))
                .setSeverity(Severity.DEGRADED)
                .setAction(RecommendedAction.NONE)
                .setRule("rule")
                .setMessage("message")
                .build();
    }

    private static String shown(String raw, @Nullable Integer code) {
        return EventLine.of(SampleIncident.signal(code, raw)).detail();
    }
}
