package io.medevac.domain.detection.dcgm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DcgmPageTest {
    private static final String POWER =
            "DCGM_FI_DEV_POWER_USAGE{gpu=\"3\",UUID=\"GPU-3\",Hostname=\"%s\"} %s\n";
    private static final String XID =
            "DCGM_FI_DEV_XID_ERRORS{gpu=\"3\",UUID=\"GPU-3\",Hostname=\"%s\"} %d\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "02-v3-v4-Hostname-err-pod.prom",
                "09-gpu-health-status.prom",
                "10-mig.prom",
                "11-ecc-remap-nvlink.prom",
                "15-hpc-job-label.prom",
                "17-truncated.prom"
            })
    void saysWhatTheSameLinesSayOneByOne(String name) throws IOException {
        String text = firstPage(Pages.resource(name));
        Scrapes scrapes = new Scrapes(Pages.RULES, null, DcgmState.EMPTY);
        List<String> expected = new ArrayList<>();
        long number = 1;
        for (String line : text.split("\n", -1)) {
            scrapes.line(number++, line).forEach(each -> expected.add(Pages.shortly(each)));
        }
        scrapes.end().forEach(each -> expected.add(Pages.shortly(each)));
        DcgmPage page = read(text, null);
        List<String> said = new ArrayList<>();
        for (String node : page.nodes()) {
            said.addAll(findings(page, node));
        }

        assertThat(said).containsExactlyElementsOf(expected);
    }

    @Test
    void theNodeOfThePageCountsAndOtherNamesAreTold() {
        DcgmPage page = read(XID.formatted("elsewhere", 79), "n1");

        assertThat(findings(page, "n1")).containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE");
        assertThat(page.hosts()).containsExactly("elsewhere");
    }

    @Test
    void aPageOfManyNodesIsTakenApart() {
        DcgmPage page =
                read(
                        XID.formatted("n1", 0)
                                + XID.formatted("n2", 79)
                                + "DCGM_FI_DEV_XID_ERRORS{gpu=\"3\"} 48\n",
                        null);

        assertThat(page.nodes()).containsExactlyInAnyOrder("n1", "n2");
        assertThat(findings(page, "n1")).isEmpty();
        assertThat(findings(page, "n2")).containsExactly("2 n2 3 XID 79 GPU CRITICAL REPLACE_NODE");
        assertThat(page.homeless()).isEqualTo(1);
    }

    @Test
    void whatIsNotWatchedCountsForNothingButChange() {
        DcgmState state = after(DcgmState.EMPTY, POWER.formatted("n1", "61.5") + energy("7"));
        assertThat(state.repeats("n1")).isEqualTo(1);

        state = after(state, energy("7") + POWER.formatted("n1", "61.5 1767322000000"));
        assertThat(state.repeats("n1")).isEqualTo(2);
        assertThat(after(state, energy("7") + POWER.formatted("n1", "61.6")).repeats("n1"))
                .isEqualTo(1);
    }

    @Test
    void wrongLinesAreCounted() {
        DcgmPage page =
                read(
                        "<html>\r\n# HELP DCGM_FI_DEV_XID_ERRORS x\nother 1\n"
                                + "DCGM_FI_DEV_XID_ERRORS{gpu=\"3\n  "
                                + XID.formatted("n1", 79),
                        "n1");

        assertThat(page.series()).isEqualTo(2);
        assertThat(page.unreadable()).isEqualTo(1);
        assertThat(page.line(5)).startsWith("  DCGM_FI_DEV_XID_ERRORS{gpu=\"3\",");
        assertThat(findings(page, "n1")).hasSize(1);
    }

    @Test
    void noBytesBreakIt() {
        byte[] text = (XID.formatted("n1", 79) + energy("8")).getBytes(UTF_8);
        Random random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            byte[] broken = text.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            DcgmPage page = DcgmPage.read(broken, random.nextBoolean() ? "n1" : null);
            for (String node : page.nodes()) {
                assertThat(DcgmState.EMPTY.next(page.of(node), Pages.RULES)).isNotNull();
            }
        }
    }

    private static String energy(String value) {
        return "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",UUID=\"GPU-3\"} " + value + "\n";
    }

    private static DcgmState after(DcgmState state, String text) {
        return state.next(read(text, "n1").of("n1"), Pages.RULES).state();
    }

    private static DcgmPage read(String text, @Nullable String node) {
        return DcgmPage.read(text.getBytes(UTF_8), node);
    }

    private static List<String> findings(DcgmPage page, String node) {
        return DcgmState.EMPTY.next(page.of(node), Pages.RULES).findings().stream()
                .map(Pages::shortly)
                .toList();
    }

    /** Some files have several. */
    private static String firstPage(String text) {
        int again = text.indexOf("# HELP DCGM_FI_DEV_XID_ERRORS", 200);
        return again < 0 ? text : text.substring(0, again);
    }
}
