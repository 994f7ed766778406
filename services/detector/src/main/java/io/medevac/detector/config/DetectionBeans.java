package io.medevac.detector.config;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

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
