package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.RecommendedAction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedProcessTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pid=1, name=python3, Ch 00000008|1|python3|Ch 00000008",
                "pid=1, name=a,b, Ch 00000008|1|a,b|Ch 00000008",
                "pid=1, name=,, Ch 00000008|1|,|Ch 00000008",
                "pid=1, name=,Timeout after , Ch 00000008|1|,Timeout after |Ch 00000008",
                "pid=1, name=my app (x) [y], Ch 00000008|1|my app (x) [y]|Ch 00000008",
                "pid=1, name=longer than a kernel says, Ch 8|1|longer than a kernel says|Ch 8",
                "pid=1, name=cut,|1|cut|''",
                "pid=1, name=cut|1|cut|''",
                "pid=1, name=a long name, cut|1|a long name|cut",
                "pid='<unknown>', name=<unknown>, Ch 00000008|||Ch 00000008",
                "pid=<unknown>, name='<unknown>',Ch 00000008|||Ch 00000008",
                "Ch 00000008|||Ch 00000008"
            })
    void endsWhereTheDriverEndsIt(
            String text, @Nullable Integer pid, @Nullable String process, String rest) {
        NamedProcess named = NamedProcess.in(text);

        assertThat(named.pid()).isEqualTo(pid);
        assertThat(named.process() == null ? null : named.process().strip()).isEqualTo(process);
        assertThat(named.rest()).isEqualTo(rest);
    }

    @Test
    void whatAProgramCallsItselfChangesNoVerdict() {
        String line = "NVRM: Xid (PCI:0008:01:00): %d, pid=44, name=%s, %s";
        String remap =
                "RLW_REMAP Fatal XC0 i0 Link 10 (0x00000004 0x00000040 0x00000000 0x00000000"
                        + " 0x00000000 0x00000000)";
        for (String name :
                new String[] {
                    "ab", "a,b", "a, b", ", ", ",", "ray::A, b", ",Timeout after ", "x, Contained: "
                }) {
            assertThat(Reading.only(line.formatted(145, name, remap)).fault().action())
                    .as(name)
                    .isEqualTo(RecommendedAction.RESET_GPU);
            assertThat(Reading.only(line.formatted(39, name, "Ch 00000008")).fault().action())
                    .as(name)
                    .isEqualTo(RecommendedAction.RESTART_APP);
        }
    }
}
