package io.medevac.detector.config;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

    /** A wrong value stops the start, not the first fault. */
    void check(@Observes StartupEvent event, Detection detection) {
        Objects.requireNonNull(detection);
    }

    @Produces
    @Singleton
    Detection detection(DetectorConfig config) {
        Duration patience = config.bootTimeout();
        if (!patience.isPositive()) {
            throw new IllegalArgumentException(
                    "medevac.detector.boot-timeout: must be more than 0, is: " + patience);
        }
        return new Detection(FaultCatalogue.shipped(), patience);
    }
}
