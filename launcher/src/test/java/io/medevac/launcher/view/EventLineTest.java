package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.record.SampleIncident;
import org.jspecify.annotations.Nullable;
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

    private static String shown(String raw, @Nullable Integer code) {
        return EventLine.of(SampleIncident.signal(code, raw)).detail();
    }
}
