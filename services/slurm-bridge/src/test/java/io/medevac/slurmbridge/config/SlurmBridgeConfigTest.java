package io.medevac.slurmbridge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.slurmbridge.fake.Incident;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmBridgeConfigTest {

    private static SlurmBridgeConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withMapping(SlurmBridgeConfig.class)
                .withConverter(
                        java.time.Duration.class,
                        100,
                        new io.quarkus.runtime.configuration.DurationConverter())
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .build()
                .getConfigMapping(SlurmBridgeConfig.class);
    }

    @Test
    void hasThePolicyByDefault() {
        SlurmBridgeConfig config = config(Map.of());

        assertThat(new PolicyBeans().policy(config)).isEqualTo(Incident.POLICY);
        assertThat(config.slurmdSelector()).isEqualTo("app.kubernetes.io/name=slurmd");
        assertThat(config.progress().file()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "medevac.slurm-bridge.evacuation.lok, 1s, evacuation.lok",
        "medevac.slurm-bridge.command-timeout, soon, command-timeout",
    })
    void refusesWhatItDoesNotKnowAndNamesIt(String key, String value, String named) {
        assertThatThrownBy(() -> config(Map.of(key, value))).hasMessageContaining(named);
    }

    @Test
    void refusesAWaitOfNothing() {
        SlurmBridgeConfig config = config(Map.of("medevac.slurm-bridge.evacuation.look", "0s"));

        assertThatThrownBy(() -> new PolicyBeans().policy(config))
                .hasMessage("medevac.slurm-bridge.evacuation.look must be more than 0, is PT0S");
    }
}
