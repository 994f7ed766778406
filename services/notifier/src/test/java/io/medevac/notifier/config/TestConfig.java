package io.medevac.notifier.config;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.PathConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The service's configuration from a few keys, read as the service reads it. */
public final class TestConfig {

    private static final int PRIORITY = 200;

    private TestConfig() {}

    /** Keys below {@code medevac.notifier.} and their values, by turns. */
    public static NotifierConfig of(String... keysAndValues) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put("medevac.notifier." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withConverter(Duration.class, PRIORITY, new DurationConverter())
                .withConverter(Path.class, PRIORITY, new PathConverter())
                .withMapping(NotifierConfig.class)
                .withDefaultValues(values)
                .build()
                .getConfigMapping(NotifierConfig.class);
    }
}
