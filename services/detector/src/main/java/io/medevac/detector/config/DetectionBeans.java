package io.medevac.detector.config;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.intake.WatchedObjects;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

    @Produces
    @Singleton
    FaultCatalogue catalogue() {
        return FaultCatalogue.shipped();
    }

    @Produces
    @Singleton
    Detection detection(FaultCatalogue catalogue, DetectorConfig config) {
        return new Detection(() -> catalogue, config.bootTimeout());
    }

    @Produces
    @Singleton
    WatchedObjects watchedObjects(FaultCatalogue catalogue) {
        return new WatchedObjects(catalogue::classify);
    }
}
