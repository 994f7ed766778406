package io.medevac.detector.fake;

import io.medevac.detector.config.DetectorConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.quarkus.runtime.configuration.PathConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Configuration as the service reads it. */
public final class Configured {

    private Configured() {}

    /** With these values below {@code medevac.detector.}, and defaults for all others. */
    public static DetectorConfig with(Map<String, String> values) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder();
        values.forEach((key, value) -> builder.withDefaultValue("medevac.detector." + key, value));
        return builder.addDefaultInterceptors()
                .withConverter(MemorySize.class, 200, new MemorySizeConverter())
                .withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(Path.class, 200, new PathConverter())
                .withMapping(DetectorConfig.class)
                .build()
                .getConfigMapping(DetectorConfig.class);
    }
}
