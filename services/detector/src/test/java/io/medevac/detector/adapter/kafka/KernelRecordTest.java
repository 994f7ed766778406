package io.medevac.detector.adapter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.wire.PermanentFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelRecordTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Fluent Bit: tail, kmsg and systemd inputs.
                "{\"@timestamp\":1.5,\"log\":\"line\",\"hostname\":\"gpu-1\"}",
                "{\"priority\":4,\"sequence\":7,\"sec\":3,\"usec\":1,\"msg\":\"line\","
                        + "\"host\":\"gpu-1\"}",
                "{\"MESSAGE\":\"line\",\"_TRANSPORT\":\"kernel\",\"_HOSTNAME\":\"gpu-1\"}",
                // Vector: file and journald sources.
                "{\"file\":\"/var/log/kern.log\",\"host\":\"gpu-1\",\"message\":\"line\","
                        + "\"source_type\":\"file\"}",
                "{\"_TRANSPORT\":\"kernel\",\"host\":\"gpu-1\",\"message\":\"line\"}",
                // rsyslog omkafka with a JSON template.
                "{\"message\":\"line\",\"hostname\":\"gpu-1\",\"syslogtag\":\"kernel:\"}",
                "{\"log\":\"line\",\"kubernetes\":{\"host\":\"gpu-1\",\"pod_name\":\"a\"}}",
                "{\"node\":\"gpu-1\",\"host\":\"another\",\"message\":\"line\"}",
            })
    void readsTheFormsOfShippers(String json) {
        assertThat(of(null, json)).isEqualTo(new KernelRecord("gpu-1", true, List.of("line")));
    }

    @Test
    void readsPlainTextWithTheNodeAsKey() {
        assertThat(of("gpu-1", "one\r\ntwo\n"))
                .isEqualTo(new KernelRecord("gpu-1", true, List.of("one", "two")));
        assertThat(of("demo/gpu-1", "one").node()).isEqualTo("gpu-1");
    }

    @Test
    void takesTheNodeFromTheKeyWhereTheObjectNamesNone() {
        assertThat(of("gpu-1", "{\"message\":\"line\"}").node()).isEqualTo("gpu-1");
    }

    @Test
    void doesNotTrustWhatAnotherTransportWrote() {
        assertThat(
                        of(
                                        "gpu-1",
                                        "{\"MESSAGE\":\"NVRM: Xid (PCI:0000:9b:00): 79\","
                                                + "\"_TRANSPORT\":\"syslog\"}")
                                .kernel())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain text",
                "{\"message\":\"line\"}",
                "{\"message\":\"line\",\"host\":\"NOT A NODE\"}",
            })
    void refusesARecordThatNamesNoNode(String value) {
        assertThatThrownBy(() -> of(null, value))
                .isInstanceOf(PermanentFailure.class)
                .hasMessageContaining("names no node");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"message\":", "{\"message\":5}", "{}"})
    void refusesAnObjectWithoutALine(String value) {
        assertThatThrownBy(() -> of("gpu-1", value))
                .isInstanceOf(PermanentFailure.class)
                .hasMessageStartingWith("kernel record");
    }

    @Test
    void refusesARecordWithoutAValue() {
        assertThatThrownBy(() -> KernelRecord.of("gpu-1".getBytes(UTF_8), null))
                .isInstanceOf(PermanentFailure.class);
    }

    @Test
    void readsAnyBytesAsText() {
        byte[] bytes = {(byte) 0xff, 0, 'a', '\n', (byte) 0xc3};

        assertThat(KernelRecord.of("gpu-1".getBytes(UTF_8), bytes).lines()).hasSize(2);
    }

    private static KernelRecord of(String key, String value) {
        return KernelRecord.of(key == null ? null : key.getBytes(UTF_8), value.getBytes(UTF_8));
    }
}
