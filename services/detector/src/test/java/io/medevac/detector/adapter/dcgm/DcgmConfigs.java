package io.medevac.detector.adapter.dcgm;

import io.medevac.detector.config.DcgmConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;

/** Configurations of the scraping, as the service would read them. */
public final class DcgmConfigs {
    private DcgmConfigs() {}

    /** With these values, by the last part of their keys; the others are the defaults. */
    public static DcgmConfig of(Map<String, String> values) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder();
        values.forEach(
                (key, value) -> builder.withDefaultValue("medevac.detector.dcgm." + key, value));
        return builder.addDefaultInterceptors()
                .withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter())
                .withMapping(DcgmConfig.class)
                .build()
                .getConfigMapping(DcgmConfig.class);
    }
}
