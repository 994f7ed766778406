package io.medevac.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;

/** Keys that every service shares. */
@ConfigMapping(prefix = "medevac.messaging")
public interface MessagingConfig {

    /**
     * Name of the cluster this service looks after; first part of every record key. Letters,
     * digits, dot, underscore and hyphen. Set it with {@code medevac.cluster}.
     */
    @WithDefault("${medevac.cluster:default}")
    String cluster();

    /**
     * Base of the schema registry's Confluent-compatible API, without a slash at the end, e.g.
     * {@code http://registry:8080/apis/ccompat/v7}. Set it with {@code medevac.registry.url}.
     */
    @WithDefault("${medevac.registry.url:http://localhost:8081/apis/ccompat/v7}")
    URI registryUrl();

    /**
     * Days for which a repeated event is recognised. Longer than Kafka keeps the topics; 1 or more.
     */
    @WithDefault("45")
    int processedEventDays();

    /**
     * How long one attempt to handle a record may take, after which this process says that it is
     * not alive any more; longer than the longest transaction (30 s).
     */
    @WithDefault("60s")
    Duration handlingTimeout();
}
