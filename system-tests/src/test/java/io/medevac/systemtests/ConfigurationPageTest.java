package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/configuration.md is what the config interfaces say. Regenerate it with {@code mvn -pl
 * system-tests -am test -Dtest=ConfigurationPageTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dmedevac.docs.write=true}.
 */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../docs/configuration.md");
    private static final String TITLE =
            """
            # Configuration

            Generated from the config interfaces; a test compares. Keys are MicroProfile Config: the environment spells
            `medevac.detector.kernel-log.files` as `MEDEVAC_DETECTOR_KERNEL_LOG_FILES`. A key that does not exist, or a value
            that cannot be read, stops the start with one line that names it. The remediation policy and the site's
            policy of faults are files of their own: `k8s/examples/policy.yaml`, `k8s/examples/site-policy.yaml`.

            Shared by all services: `medevac.cluster`, `medevac.bootstrap.servers` (Kafka), `medevac.registry.url`,
            `medevac.database.url`, `medevac.database.username`, `medevac.database.password`. How to log in at Kafka is said in
            Kafka's own keys, after `KAFKA_`: `KAFKA_SECURITY_PROTOCOL`, `KAFKA_SASL_MECHANISM`, `KAFKA_SASL_JAAS_CONFIG`.
            """;

    @Test
    void thePageIsWhatTheInterfacesSay() throws Exception {
        String expected = TITLE + ConfigurationPage.of(sources());

        if (Boolean.getBoolean("medevac.docs.write")) {
            Files.writeString(PAGE, expected);
        }

        assertThat(PAGE).content().isEqualTo(expected);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(path -> path.toString().contains("src/main/java"))
                    .filter(path -> path.toString().endsWith("Config.java"))
                    .sorted()
                    .toList();
        }
    }
}
