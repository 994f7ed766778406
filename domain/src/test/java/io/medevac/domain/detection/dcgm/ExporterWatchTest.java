package io.medevac.domain.detection.dcgm;

import static io.medevac.domain.detection.dcgm.Pages.RULES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.dcgm.ExporterWatch.Look;
import io.medevac.domain.detection.dcgm.ExporterWatch.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExporterWatchTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String XID =
            "DCGM_FI_DEV_XID_ERRORS{gpu=\"3\",UUID=\"GPU-3\",Hostname=\"n1\"} %d\n";
    private static final String PENDING =
            "DCGM_FI_DEV_ROW_REMAP_PENDING{gpu=\"3\",UUID=\"GPU-3\"} %d\n";
    private static final String REPLAYS =
            "DCGM_FI_DEV_PCIE_REPLAY_COUNTER{gpu=\"3\",UUID=\"GPU-3\"} %d\n";
    private static final String ENERGY =
            "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"3\",UUID=\"GPU-3\"} %d\n";

    private ExporterWatch watch = ExporterWatch.begun("n1", START);
    private Instant now = START;

    @Test
    void anEdgeBelongsToTheBootThatIsShownBeforeAndAfter() {
        assertThat(page(XID.formatted(0), "b1")).isEmpty();

        assertThat(page(XID.formatted(79), "b1"))
                .containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE Named[bootId=b1]");
        assertThat(page(XID.formatted(79), "b1")).isEmpty();
    }

    @Test
    void whatIsThereAtFirstSightBelongsToNoBoot() {
        assertThat(page(XID.formatted(79), "b1"))
                .containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE Unknown[]");
    }

    @Test
    void anEdgeOverARestartOfTheDetectorIsTheBootsIfThatIsTheSame() {
        page(XID.formatted(0), "b1");
        restart();

        assertThat(page(XID.formatted(79), "b1"))
                .containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE Named[bootId=b1]");
        restart();
        assertThat(page(XID.formatted(79), "b1")).isEmpty();
    }

    @Test
    void ofABootThatKubernetesDoesNotShowTheTimeOfTheLookBeforeCounts() {
        page(XID.formatted(0), null);

        assertThat(page(XID.formatted(79), "b1"))
                .containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE At[at=" + START + "]");
    }

    @Test
    void theSameCodeAfterARebootIsAnotherFaultOfNoKnownBoot() {
        page(XID.formatted(79), "b1");

        assertThat(page(XID.formatted(79), "b2"))
                .containsExactly("1 n1 3 XID 79 GPU CRITICAL REPLACE_NODE Unknown[]");
        assertThat(page(XID.formatted(79), "b2")).isEmpty();
    }

    @Test
    void whatLastsOverAReboot_isToldOnce() {
        page(PENDING.formatted(1), "b1");

        assertThat(page(PENDING.formatted(1), "b2")).isEmpty();
    }

    @Test
    void aPageOfAnotherMachineIsBoundToNoBoot() {
        page(XID.formatted(0), "b1");
        Look look =
                watch.page(
                        DcgmPage.read(XID.formatted(79).getBytes(UTF_8), "n1"),
                        new Moment(now, "b1", true),
                        PATIENCE,
                        RULES);

        assertThat(look.observations())
                .extracting(ExporterWatch.Observed::boot)
                .containsExactly(new BootClaim.Unknown());
    }

    @Test
    void anExporterThatStartsAnewSaysNothing() {
        page(XID.formatted(79) + REPLAYS.formatted(900), "b1");

        assertThat(page(XID.formatted(0) + REPLAYS.formatted(0), "b1")).isEmpty();
        assertThat(page(XID.formatted(79) + REPLAYS.formatted(3), "b1")).isEmpty();
    }

    @Test
    void aRateNeedsABaseOfThisProcess() {
        page(REPLAYS.formatted(1), "b1");
        restart();
        assertThat(page(REPLAYS.formatted(900), "b1")).isEmpty();
        assertThat(page(REPLAYS.formatted(909), "b1"))
                .containsExactly("1 n1 3 PCIE_REPLAY HOST DEGRADED NONE Named[bootId=b1]");
    }

    @Test
    void whatNobodyAnswersForIsBlindOnce() {
        page(XID.formatted(0), "b1");
        now = now.plus(PATIENCE).minusSeconds(20);
        assertThat(nothing()).isEmpty();
        now = now.plusSeconds(20);
        assertThat(nothing())
                .containsExactly("0 n1 null BLIND MONITORING DEGRADED NONE At[at=" + now + "]");
        assertThat(nothing()).isEmpty();
        restart();
        now = now.plus(PATIENCE);
        assertThat(nothing()).isEmpty();

        assertThat(page(XID.formatted(0), "b1")).isEmpty();
        assertThat(watch.blind()).isNull();
        now = now.plus(PATIENCE);
        assertThat(nothing()).hasSize(1);
    }

    @Test
    void aFrozenPageIsBlindAlsoAfterARestart() {
        page(ENERGY.formatted(7), "b1");
        page(ENERGY.formatted(7), "b1");
        now = START.plus(PATIENCE);
        assertThat(page(ENERGY.formatted(7), "b1")).hasSize(1);
        restart();
        assertThat(page(ENERGY.formatted(7), "b1")).isEmpty();
        assertThat(watch.blind()).isEqualTo("source frozen");

        page(ENERGY.formatted(8), "b1");
        assertThat(watch.blind()).isNull();
    }

    @Test
    void anExporterWithoutEnergyCountersIsNeverFrozen() {
        page(XID.formatted(0), "b1");
        now = now.plus(PATIENCE).plus(PATIENCE);

        assertThat(page(XID.formatted(0), "b1")).isEmpty();
        assertThat(watch.blind()).isNull();
    }

    @Test
    void whatIsRememberedIsTheSameWhileNothingHappens() {
        page(XID.formatted(0) + REPLAYS.formatted(1) + ENERGY.formatted(1), "b1");
        String before = watch.text();
        page(XID.formatted(0) + REPLAYS.formatted(2) + ENERGY.formatted(2), "b1");

        assertThat(watch.text()).isEqualTo(before).isEqualTo("1\nknown\nboot b1");
    }

    @Test
    void everythingIsRememberedThatTellsAnEdge() throws Exception {
        for (String name :
                List.of(
                        "02-v3-v4-Hostname-err-pod.prom",
                        "07-xid-count-window.prom",
                        "09-gpu-health-status.prom",
                        "11-ecc-remap-nvlink.prom")) {
            watch = ExporterWatch.begun("n1", START);
            String text = Pages.resource(name);
            page(text, "b1");
            restart();

            assertThat(page(text, "b1")).as(name).isEmpty();
        }
    }

    @Test
    void noTextBreaksIt() {
        page(XID.formatted(79) + PENDING.formatted(1), "b1");
        byte[] text = watch.text().getBytes(UTF_8);
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] broken = text.clone();
            broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);

            assertThat(ExporterWatch.of("n1", new String(broken, UTF_8), now)).isNotNull();
        }
    }

    private List<String> page(String text, @Nullable String boot) {
        return tell(
                watch.page(
                        DcgmPage.read(text.getBytes(UTF_8), "n1"),
                        new Moment(now, boot, false),
                        PATIENCE,
                        RULES));
    }

    private List<String> nothing() {
        return tell(watch.noPage("no answer", new Moment(now, "b1", false), PATIENCE, RULES));
    }

    private List<String> tell(Look look) {
        watch = look.after();
        return look.observations().stream()
                .map(
                        told ->
                                Pages.shortly(new Located(told.line(), told.finding()))
                                        + " "
                                        + told.boot())
                .toList();
    }

    private void restart() {
        watch = ExporterWatch.of("n1", watch.text(), now);
    }
}
