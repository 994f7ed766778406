package io.medevac.messaging;

import io.medevac.wire.EventCodec;
import io.medevac.wire.EventHeaders;
import io.medevac.wire.SchemaRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** The shared objects that need configuration. */
final class MessagingBeans {

    @Produces
    @Singleton
    SchemaRegistry registry(MessagingConfig config) {
        return new SchemaRegistry(config.registryUrl());
    }

    @Produces
    @Singleton
    EventCodec codec(SchemaRegistry registry) {
        return new EventCodec(registry);
    }

    @Produces
    @Singleton
    EventHeaders headers(MessagingConfig config) {
        return new EventHeaders(config.cluster());
    }

    @Produces
    @Singleton
    InstantSource clock() {
        return InstantSource.system();
    }
}
