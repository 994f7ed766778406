package io.medevac.detector.adapter.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The route over real HTTP, with the store in memory. */
class KernelLogRouteIT {
    @TempDir Path folder;
    private KernelLogServer server;

    @BeforeEach
    void start() throws IOException {
        server = new KernelLogServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPostedLineBecomesAFault() throws Exception {
        HttpResponse<String> answer =
                server.post("?node=gpu-1", "text/plain; charset=utf-8", KernelLogServer.XID);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("lines=1 unplaced=0 refused=0\n");
        assertThat(server.codes()).containsExactly(79);
        assertThat(server.store.told().getFirst().machine().bootId()).isEqualTo("boot of gpu-1");
        assertThat(server.store.told().getFirst().signal().origin()).isEqualTo("http:gpu-1");
    }

    @Test
    void objectsOfShippersNameTheirNodesThemselves() throws Exception {
        String body =
                """
                {"host":"gpu-1","message":"NVRM: Xid (PCI:0000:9b:00): 79, a","timestamp":"2026-11-30T10:19:59Z"}
                {"_HOSTNAME":"gpu-2","_TRANSPORT":"kernel","MESSAGE":"NVRM: Xid (PCI:0000:9b:00): 48, b"}
                {"_HOSTNAME":"gpu-2","_TRANSPORT":"syslog","MESSAGE":"NVRM: Xid (PCI:0000:9b:00): 64, c"}
                """;

        assertThat(server.post("", "application/x-ndjson", body).statusCode()).isEqualTo(200);
        assertThat(server.codes()).containsExactly(79, 48);
        assertThat(server.counters.untrusted).hasValue(1);
    }

    @Test
    void aListOfObjectsIsReadToo() throws Exception {
        String body =
                "[{\"node\":\"gpu-1\",\"log\":\""
                        + KernelLogServer.XID
                        + "\"},{\"node\":\"gpu-1\",\"log\":1}]";

        assertThat(server.post("", "application/json", body).body())
                .isEqualTo("lines=2 unplaced=0 refused=0\n");
        assertThat(server.codes()).containsExactly(79);
    }

    @Test
    void theNodeMayStandInAHeader() throws Exception {
        HttpRequest request =
                server.request("", "text/plain", KernelLogServer.XID.getBytes(UTF_8))
                        .header("Medevac-Node", "gpu-1")
                        .build();

        assertThat(server.send(request).statusCode()).isEqualTo(200);
        assertThat(server.codes()).containsExactly(79);
    }

    @Test
    void theNodeOfTheRequestWinsAndTheHostInALineMustAgree() throws Exception {
        server.post(
                "?node=gpu-1",
                "application/x-ndjson",
                "{\"host\":\"x\",\"message\":\"" + KernelLogServer.XID + "\"}");
        HttpResponse<String> other =
                server.post(
                        "?node=gpu-1",
                        "text/plain",
                        "Nov 30 10:00:00 gpu-2 kernel: " + KernelLogServer.XID);

        assertThat(other.statusCode()).isEqualTo(400);
        assertThat(other.body()).contains("record of gpu-1, line of gpu-2");
        assertThat(server.store.told()).hasSize(1);
        assertThat(server.counters.unplaced).hasValue(1);
    }

    @Test
    void theSameBytesAgainAreTheSameSignals() throws Exception {
        String body =
                KernelLogServer.XID
                        + "\n"
                        + KernelLogServer.XID
                        + "\nNVRM: Xid (PCI:0000:9b:00): 48, no time\n";

        server.post("?node=gpu-1", "text/plain", body);
        server.post("?node=gpu-1", "text/plain", body);
        server.post("?node=gpu-1", "text/plain", KernelLogServer.XID);

        assertThat(server.codes()).containsExactly(79, 79, 48);
    }

    @Test
    void aLineWithoutATimeIsTheSameForAnHour() throws Exception {
        String body = "NVRM: Xid (PCI:0000:19:00): 48, no time\n" + KernelLogServer.XID;
        server.post("?node=gpu-1", "text/plain", body);
        server.now.set(Instant.parse("2026-11-30T10:59:59Z"));
        server.post("?node=gpu-1", "text/plain", body);
        assertThat(server.codes()).containsExactly(48, 79);

        server.now.set(Instant.parse("2026-11-30T11:00:00Z"));
        server.post("?node=gpu-1", "text/plain", body);

        assertThat(server.codes()).containsExactly(48, 79, 48);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?node=Gpu-1 | text/plain | line | 400 | metadata.name of the node",
                "?node=a%20b | text/plain | line | 400 | metadata.name of the node",
                "?node= | text/plain | line | 400 | metadata.name of the node",
                "?node=a&node=b | text/plain | line | 400 | name one",
                "'' | text/plain | line | 400 | add ?node=NAME",
                "'' | application/x-ndjson | {\"message\":\"line\"} | 400 | add ?node=NAME",
                "?node=gpu-1 | text/plain | '' | 400 | the body has no line",
                "?node=gpu-1 | application/x-ndjson | '' | 400 | the body has no line",
                "?node=gpu-1 | application/json | [] | 400 | the body has no line",
                "?node=gpu-1 | application/json | [{ | 400 | broken JSON",
                "?node=gpu-1 | application/x-ndjson | line | 400 | record 1: no JSON object",
                "?node=gpu-1 | application/x-ndjson | {\"a\":1} | 400 | record 1: kernel record has",
                "?node=gpu-1 | application/xml | line | 415 | Content-Type: text/plain",
            })
    void whatIsWrongIsAnsweredWithWhatToDo(
            String query, String type, String body, int status, String text) throws Exception {
        HttpResponse<String> answer = server.post(query, type, body);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(text).hasLineCount(1);
    }

    @Test
    void aRecordThatCannotBeReadDoesNotHoldTheOthersBack() throws Exception {
        HttpResponse<String> answer =
                server.post(
                        "?node=gpu-1",
                        "application/x-ndjson",
                        "{\n{\"message\":\"" + KernelLogServer.XID + "\"}\nno object\n");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("lines=1 unplaced=0 refused=2\n");
        assertThat(server.codes()).containsExactly(79);
        assertThat(server.counters.refused).hasValue(2);
    }

    @Test
    void everyValueOfABodyIsRead() throws Exception {
        String two =
                "[{\"message\":\""
                        + KernelLogServer.XID
                        + "\"}]\n[{\"message\":\"NVRM: Xid (PCI:0000:19:00): 48, b\"}]\n";

        assertThat(server.post("?node=gpu-1", "application/json", two).body())
                .isEqualTo("lines=2 unplaced=0 refused=0\n");
        assertThat(server.codes()).containsExactlyInAnyOrder(79, 48);
    }

    @Test
    void aBodyThatBreaksOffAfterAListIsRefusedAsAWhole() throws Exception {
        String broken = "[{\"message\":\"" + KernelLogServer.XID + "\"}]\n[{\"message\":";

        assertThat(server.post("?node=gpu-1", "application/json", broken).statusCode())
                .isEqualTo(400);
        assertThat(server.codes()).isEmpty();
    }

    @Test
    void textThatBeginsAsAnObjectAndIsBrokenIsNotBelieved() throws Exception {
        HttpResponse<String> answer =
                server.post(
                        "?node=gpu-1",
                        "text/plain",
                        "{\"message\": " + KernelLogServer.XID + "\n" + KernelLogServer.XID + "\n");

        assertThat(answer.body()).isEqualTo("lines=1 unplaced=0 refused=1\n");
        assertThat(server.codes()).containsExactly(79);
        assertThat(server.counters.refused).hasValue(1);
    }
}
