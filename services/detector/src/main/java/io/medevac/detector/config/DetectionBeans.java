package io.medevac.detector.config;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

    @Produces
    @Singleton
    Detection detection(DetectorConfig config) {
        FaultCatalogue catalogue = FaultCatalogue.shipped();
        return new Detection(() -> catalogue, config.bootTimeout());
    }
}
