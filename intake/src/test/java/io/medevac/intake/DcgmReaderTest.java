package io.medevac.intake;

import static io.medevac.intake.Readings.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcgmReaderTest {
    private static final String XID =
            "DCGM_FI_DEV_XID_ERRORS{gpu=\"2\",Hostname=\"dcgm-exporter-8cqdc\",x=\"%s\"} %d\n";

    private final DcgmReader reader = new DcgmReader(CATALOGUE);

    @Test
    void laterFilesAreLaterScrapes() throws IOException {
        assertThat(page(XID.formatted("", 0))).isEmpty();
        assertThat(page("\r\n" + XID.formatted("", 79)))
                .containsExactly("2 n9, GPU 2, XID 79, GPU CRITICAL REPLACE_NODE");
        assertThat(page(XID.formatted("", 79))).isEmpty();
    }

    @Test
    void aLineWithoutEndTakesNoMemoryAndIsCounted() throws IOException {
        assertThat(page(XID.formatted("y".repeat(1_000_000), 79) + XID.formatted("", 48)))
                .containsExactly("2 n9, GPU 2, XID 48, GPU CRITICAL RESET_GPU");
        assertThat(reader.unreadable()).isEqualTo(1);
    }

    @Test
    void noBytesBreakIt() throws IOException {
        Readings.fuzz(
                reader::read,
                100_000,
                List.of(XID.formatted("a", 79), "# HELP DCGM_FI_DEV_XID_ERRORS Value\n", XID));
    }

    private List<String> page(String text) throws IOException {
        return Readings.of(reader::read, new Context("n9", null, null), text).stream()
                .map(Readings::shortly)
                .toList();
    }
}
