package io.medevac.detector.adapter.shipped;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.detection.Text;
import io.medevac.wire.PermanentFailure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShippedRecordTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"node\":\"gpu-1\",\"host\":\"another\",\"message\":\"line\"}",
                "{\"message\":\"line\",\"hostname\":\"GPU-1\"}",
                "{\"log\":\"line\",\"kubernetes\":{\"host\":\"gpu-1\",\"labels\":{\"a\":\"b\"}}}",
                "{\"message\":\"line\",\"host\":{\"name\":\"gpu-1\",\"ip\":[\"192.0.2.1\"]}}",
                "{\"message\":\"line\",\"host\":\"192.0.2.1\",\"_HOSTNAME\":\"gpu-1\"}",
                " {\"MESSAGE\":[108,105,110,101],\"_HOSTNAME\":\"gpu-1\"}\n",
                "{\"message\":\"line\",\"node\":\"gpu-1\",\"message\":\"second\",\"x\":[{\"y\":[1]}]}",
            })
    void readsLineAndNode(String json) {
        ShippedRecord record = of(null, json);

        assertThat(record.node()).isEqualTo("gpu-1");
        assertThat(record.lines()).containsExactly("line");
        assertThat(record.kernel()).isTrue();
    }

    @Test
    void readsPlainTextWithTheNodeThatItCameWith() {
        ShippedRecord record = of("gpu-1", "one\r\ntwo\n");

        assertThat(record.node()).isEqualTo("gpu-1");
        assertThat(record.lines()).containsExactly("one", "two");
        assertThat(of("gpu-1", "{\"message\":\"line\"}").node()).isEqualTo("gpu-1");
        assertThat(of(null, "plain text").node()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-1, gpu-1",
        "demo/gpu-1, gpu-1",
        "Gpu-1.Example.org, gpu-1.example.org",
        "192.0.2.1,",
        "'no node',",
        "localhost,",
        "'',",
    })
    void readsTheNodeInAKey(String key, String node) {
        assertThat(ShippedRecord.nodeOfKey(key)).isEqualTo(Optional.ofNullable(node));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"__REALTIME_TIMESTAMP\":\"1700000000123456\"; 2023-11-14T22:13:20.123456Z",
                "\"timestamp\":\"2023-11-14T23:13:20.5+01:00\"; 2023-11-14T22:13:20.500Z",
                "\"@timestamp\":1700000000.25; 2023-11-14T22:13:20.250Z",
                "\"date\":1700000000; 2023-11-14T22:13:20Z",
                "\"time\":\"Nov 14 22:13:20\";",
                "\"timestamp\":{\"a\":1};",
                "\"timestamp\":99999999999999999999999999;",
            })
    void readsWhenItWasWritten(String member, Instant at) {
        assertThat(of("gpu-1", "{\"message\":\"line\"," + member + "}").writtenAt()).isEqualTo(at);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"message\":",
                "{\"message\":5",
                "{}",
                "{\"message\":null}",
                "{\"message\":[1,",
                "{\"message\":{\"text\":\"line\"}}",
                "{\"message\":\"line\"} {\"message\":\"line\"}",
            })
    void refusesWhatIsNoObjectWithALine(String value) {
        assertThatThrownBy(() -> of("gpu-1", value))
                .isInstanceOf(PermanentFailure.class)
                .hasMessageStartingWith("kernel record");
    }

    @Test
    void anyBytesAreReadOrRefused() {
        Random random = new Random(5);
        String[] parts = {
            "{", "}", "[", "]", "\"", ":", ",", "message", "\\u00", "1e999", "\n", " "
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "{" : "");
            for (int j = random.nextInt(12); j > 0; j--) {
                byte[] bytes = new byte[random.nextInt(3)];
                random.nextBytes(bytes);
                text.append(parts[random.nextInt(parts.length)]).append(new String(bytes, UTF_8));
            }
            try {
                assertThat(of("gpu-1", text.toString()).lines()).isNotNull();
            } catch (PermanentFailure refused) {
                assertThat(refused).hasMessageStartingWith("kernel record");
            }
        }
    }

    @Test
    void anObjectThatIsDeepIsRefused() {
        String deep = "{\"a\":".repeat(5000);

        assertThatThrownBy(() -> of("gpu-1", deep)).isInstanceOf(PermanentFailure.class);
        assertThatThrownBy(() -> of("gpu-1", "{\"a\":" + "[".repeat(5000)))
                .isInstanceOf(PermanentFailure.class);
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-1, true",
        "a.b-c.d0, true",
        "0, true",
        "'', false",
        "-a, false",
        "a-, false",
        "a..b, false",
        ".a, false",
        "a., false",
        "A, false",
        "a_b, false",
        "a/b, false",
        "ä, false",
    })
    void knowsWhichNamesKubernetesAllows(String name, boolean allowed) {
        assertThat(NodeNames.allowed(name)).isEqualTo(allowed);
        assertThat(NodeNames.allowed("a".repeat(253))).isTrue();
        assertThat(NodeNames.allowed("a".repeat(254))).isFalse();
    }

    @Test
    void linesAreKeptAsTheyAre() {
        assertThat(of("gpu-1", "a\n\nb").lines()).isEqualTo(List.of("a", "", "b"));
    }

    /** A name goes into the log when it contradicts another. */
    @Test
    void theHostThatTheJournalNamesIsMadeSafe() {
        String value = "{\"MESSAGE\":\"x\",\"_HOSTNAME\":\"gpu\\n\\u202e\\u001b[31m-1\"}";

        assertThat(of("gpu-1", value).host()).isEqualTo(Text.clean("gpu\n\u202e\u001b[31m-1"));
        assertThat(of("gpu-1", value).host()).doesNotContain("\n", "\u001b", "\u202e");
    }

    private static ShippedRecord of(String key, String value) {
        return ShippedRecord.of(
                value, key == null ? Optional.empty() : ShippedRecord.nodeOfKey(key));
    }
}
