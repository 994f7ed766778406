package io.medevac.detector.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.adapter.dcgm.DcgmConfigs;
import io.medevac.detector.adapter.dcgm.DcgmTargets;
import io.medevac.detector.adapter.dcgm.Target;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmCheckTest {

    @Test
    void theDefaultsAreRight() {
        DcgmConfig config = DcgmConfigs.of(Map.of());

        assertThatCode(() -> DcgmCheck.check(config)).doesNotThrowAnyException();
        assertThat(config.discover()).isFalse();
        assertThat(DcgmTargets.listed(config)).isEmpty();
        assertThat(DcgmTargets.labels(config))
                .containsEntry("app.kubernetes.io/name", "dcgm-exporter")
                .containsEntry("app", "nvidia-dcgm-exporter");
    }

    @Test
    void readsTargetsWithAndWithoutTheirNode() {
        DcgmConfig config =
                DcgmConfigs.of(
                        Map.of(
                                "targets",
                                "gpu-7=http://10.0.0.7:9400/metrics, https://prom/federate?a=b"));

        assertThat(DcgmTargets.listed(config))
                .containsExactly(
                        new Target(URI.create("http://10.0.0.7:9400/metrics"), "gpu-7", Set.of()),
                        new Target(URI.create("https://prom/federate?a=b"), null, Set.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "interval, 999ms, must be 1 s to 1 h",
        "timeout, 16s, must be more than 0 and the interval at most",
        "scrapes-at-once, 1, must be 2 or more",
        "max-page, 100, must be 1 KiB to 64 MiB",
        "blind-after, 29s, must be the interval twice or more",
        "port, 0, must be 1 to 65535",
        "targets, gpu-7, must be http://HOST:PORT/PATH or https",
        "targets, Gpu 7=http://a, must be NODE=URL or URL",
        "targets, a=ftp://b/c, must be http://HOST:PORT/PATH or https",
        "targets, a=http://me:secret@b/c, must name no user",
        "targets, 'a=http://b/,a=http://c/', has twice: a",
        "selectors, dcgm-exporter, must be KEY=VALUE",
    })
    void namesAWrongValueWithItsKey(String key, String value, String wrong) {
        DcgmConfig config = DcgmConfigs.of(Map.of(key, value));

        assertThatThrownBy(() -> DcgmCheck.check(config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.detector.dcgm." + key + ": " + wrong);
    }
}
