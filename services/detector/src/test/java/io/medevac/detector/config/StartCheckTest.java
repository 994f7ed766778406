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

class StartCheckTest {

    @Test
    void theDefaultsAreRight() {
        DetectorConfig config = config(Map.of());

        assertThatCode(() -> StartCheck.check(config)).doesNotThrowAnyException();
        assertThat(config.bootTimeout()).isEqualTo(Duration.ofSeconds(60));
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
        "conditions.settle-time, -1s, must be 0 or more",
        "kernel-log.files, /var/log/kern.log, must be an absolute path with {node} once",
    })
    void namesAWrongValueWithItsKey(String key, String value, String wrong) {
        DetectorConfig config = config(Map.of(key, value));

        assertThatThrownBy(() -> StartCheck.check(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.detector." + key + ": " + wrong);
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
