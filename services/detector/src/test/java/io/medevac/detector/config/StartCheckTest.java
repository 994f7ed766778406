package io.medevac.detector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.fake.Configured;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartCheckTest {

    @Test
    void theDefaultsAreRight() {
        DetectorConfig config = config(Map.of());

        assertThatCode(() -> StartCheck.check(config)).doesNotThrowAnyException();
        assertThat(config.bootTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.http().tokenFile()).isEmpty();
        assertThat(config.http().maxBody().asLongValue()).isEqualTo(4L * 1024 * 1024);
        assertThat(config.kernelLog().files()).isEmpty();
        assertThat(config.kernelLog().compareHosts()).isTrue();
        assertThat(config.kernelLog().topic()).isEqualTo("medevac.kernel-log");
    }

    @ParameterizedTest
    @CsvSource({
        "boot-timeout, 0s, must be more than 0",
        "kernel-log.checkpoint-interval, 0s, must be more than 0",
        "kernel-log.poll-interval, 9ms, must be 10 ms or more",
        "kernel-log.readers, 0, must be 1 or more",
        "kernel-log.blind-after, 999ms, must be 1 s or more",
        "conditions.settle-time, -1s, must be 0 or more",
        "http.max-body, 1023, must be 1K to 64M",
        "http.max-body, 65M, must be 1K to 64M",
        "http.body-timeout, 0s, must be 1 ms or more",
        "http.concurrency, 0, must be 1 to 256",
        "http.concurrency, 257, must be 1 to 256",
        "kernel-log.kmsg, dev/kmsg, 'must be true, false or an absolute path'",
        "kernel-log.kmsg, 1, 'must be true, false or an absolute path'",
        "kernel-log.files, /var/log/kern.log, must be an absolute path with {node} once",
    })
    void namesAWrongValueWithItsKey(String key, String value, String wrong) {
        DetectorConfig config = config(Map.of(key, value));

        assertThatThrownBy(() -> StartCheck.check(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.detector." + key + ": " + wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Gpu-1"})
    void theKernelsBufferNeedsTheNameOfItsNode(String node) {
        DetectorConfig without = config(Map.of("kernel-log.kmsg", "true", "kernel-log.node", node));
        DetectorConfig with =
                config(Map.of("kernel-log.kmsg", "/dev/kmsg", "kernel-log.node", "gpu-1"));

        assertThatThrownBy(() -> StartCheck.check(without))
                .hasMessageStartingWith("medevac.detector.kernel-log.node: must be the name");
        assertThatCode(() -> StartCheck.check(with)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"boot-timeout, soon", "kernel-log.readers, many", "kernel-log.pattern, /a"})
    void refusesWhatCannotBeReadAndUnknownKeys(String key, String value) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .hasMessageContaining("medevac.detector." + key);
    }

    private static DetectorConfig config(Map<String, String> values) {
        return Configured.with(values);
    }
}
