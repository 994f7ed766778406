package io.medevac.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.intake.AlertBody.UnreadableBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertBodyTest {
    private static final int MOST = 10;

    @Test
    void readsEachAlertByItsOwnStatus() throws IOException, UnreadableBody {
        String mixed =
                Readings.text("alertmanager-01-firing.json")
                        .replaceFirst(
                                "\\{\n   \"status\": \"firing\"", "{\n   \"status\": \"resolved\"");

        AlertBody body = read(mixed);

        assertThat(body.group().alerts())
                .extracting(alert -> alert.status())
                .containsExactly(Status.RESOLVED, Status.FIRING);
        assertThat(body.group().alerts().getFirst().identity())
                .isEqualTo("8a07086b74f3ba78 2026-06-23T18:44:57Z");
        assertThat(body.unreadable()).isZero();
    }

    @Test
    void whatHasNoLabelsIsCountedAndTheRestRead() throws UnreadableBody {
        AlertBody body =
                read(
                        """
                        {"version": "4", "truncatedAlerts": -3,
                         "alerts": [7, null, {"labels": []}, {"labels": {"alertname": "x"}}]}
                        """);

        assertThat(body.unreadable()).isEqualTo(3);
        assertThat(body.group().alerts()).hasSize(1);
        assertThat(body.group().truncated()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|the body is no JSON object",
                "[]|the body is no JSON object",
                "{\"version\": \"4\"|the body is no JSON: ",
                "{\"version\": \"4\", \"alerts\": []} {}|the body is no JSON: ",
                "{\"alerts\": []}|version is not \"4\"",
                "{\"version\": \"3\", \"alerts\": []}|version is not \"4\"",
                "{\"version\": \"4\"}|alerts is no list",
                "{\"version\": \"4\", \"alerts\": {}}|alerts is no list",
                "{\"version\": \"4\", \"alerts\": [1,2,3,4,5,6,7,8,9,10,11]}"
                        + "|11 alerts, at most 10 are taken: set max_alerts",
            })
    void saysInOneLineWhatIsWrong(String body, String reason) {
        assertThatThrownBy(() -> read(body))
                .isInstanceOf(UnreadableBody.class)
                .hasMessageStartingWith(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    void anyBytesAreReadOrRefused() throws IOException {
        byte[] good = Readings.text("alertmanager-01-firing.json").getBytes(StandardCharsets.UTF_8);
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(AlertBody.read(bytes, MOST).group().alerts()).hasSizeLessThan(3);
            } catch (UnreadableBody e) {
                assertThat(e.getMessage()).hasSizeLessThan(300);
            }
        }
    }

    @Test
    void aDeepBodyIsRefused() {
        assertThatThrownBy(() -> read("{\"version\":\"4\",\"alerts\":" + "[".repeat(100_000)))
                .isInstanceOf(UnreadableBody.class);
    }

    private static AlertBody read(String body) throws UnreadableBody {
        return AlertBody.read(body.getBytes(StandardCharsets.UTF_8), MOST);
    }
}
