package io.medevac.intake;

import static io.medevac.intake.Readings.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Located;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertReaderTest {
    private final AlertReader reader = new AlertReader(CATALOGUE);

    @Test
    void readsEachAlertOfACall() throws IOException {
        List<Located> findings = read(Readings.text("alertmanager-01-firing.json"));

        assertThat(findings)
                .extracting(Readings::shortly)
                .containsExactly(
                        "1 n1, GPU 2, XID 79, GPU CRITICAL REPLACE_NODE",
                        "1 n1, GPU 4, XID 31, APPLICATION INFO RESTART_APP");
        assertThat(findings.getFirst().finding().at())
                .isEqualTo(Instant.parse("2026-06-23T18:44:57Z"));
        assertThat(findings.getFirst().finding().fault().rule())
                .isEqualTo("alertmanager: xid 79, catalogue");
    }

    @Test
    void theSecondPeerTellsNothingNew() throws IOException {
        String body = Readings.text("alertmanager-01-firing.json");
        read(body);

        assertThat(read(body.replace("am-0", "am-1"))).isEmpty();
        assertThat(reader.repeated()).isEqualTo(2);
        assertThat(read(body.replace("18:44:57Z", "19:00:00Z"))).hasSize(2);
    }

    @Test
    void aResolvedAlertClosesNothing() throws IOException {
        assertThat(read(Readings.text("alertmanager-04-resolved-by-absence.json"))).isEmpty();
        assertThat(reader.resolved()).isEqualTo(1);
        assertThat(reader.foreign()).isZero();
    }

    @Test
    void everyAlertHasItsOwnStatus() throws IOException {
        String mixed =
                Readings.text("alertmanager-01-firing.json")
                        .replaceFirst(
                                "\\{\n   \"status\": \"firing\"", "{\n   \"status\": \"resolved\"");

        assertThat(read(mixed))
                .extracting(Readings::withoutLine)
                .containsExactly("n1, GPU 4, XID 31, APPLICATION INFO RESTART_APP");
    }

    @Test
    void aForeignAlertIsIgnoredWithACount() throws IOException {
        assertThat(read(Readings.text("alertmanager-06-foreign.json"))).isEmpty();
        assertThat(reader.foreign()).isEqualTo(1);
    }

    @Test
    void aTruncatedGroupIsSaid() throws IOException {
        String body =
                Readings.text("alertmanager-06-foreign.json")
                        .replace("\"truncatedAlerts\": 0", "\"truncatedAlerts\": 12");

        assertThat(read(body))
                .extracting(Readings::withoutLine)
                .containsExactly("null, a GPU, ALERTS_TRUNCATED, MONITORING DEGRADED NONE");
    }

    @Test
    void readsListsOfTheApi() throws IOException {
        assertThat(
                        read(
                                """
                                [{"labels":{"alertname":"GpuXid","instance":"n1:9400","xid":"48"},
                                  "annotations":{},"startsAt":"2026-06-23T18:44:57Z",
                                  "fingerprint":"1","status":{"state":"active"}}]
                                """))
                .extracting(Readings::withoutLine)
                .containsExactly("n1, a GPU, XID 48, GPU CRITICAL RESET_GPU");
    }

    @Test
    void countsWhatIsNoBody() throws IOException {
        assertThat(read("{\"alerts\":3}\nhello\n{\"alerts\":[{\n")).isEmpty();
        assertThat(reader.unreadable()).isEqualTo(3);
    }

    @Test
    void noBytesBreakIt() throws IOException {
        Readings.fuzz(
                reader::read,
                100_000,
                List.of(
                        Readings.text("alertmanager-01-firing.json"),
                        Readings.text("alertmanager-04-resolved-by-absence.json"),
                        Readings.text("alertmanager-06-foreign.json")));
    }

    private List<Located> read(String text) throws IOException {
        return Readings.of(reader::read, Context.NOTHING, text);
    }
}
