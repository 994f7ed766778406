package io.medevac.detector.config;

import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.alert.Alerts;
import io.medevac.domain.detection.slurm.DrainReasons;
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
    Alerts alerts(FaultCatalogue catalogue) {
        return new Alerts(new SecondHand(catalogue::classify));
    }

    @Produces
    @Singleton
    DrainReasons drainReasons(FaultCatalogue catalogue) {
        return new DrainReasons(new SecondHand(catalogue::classify));
    }

    @Produces
    @Singleton
    Detection detection(FaultCatalogue catalogue, DetectorConfig config) {
        return new Detection(() -> catalogue, config.bootTimeout());
    }
}
