package io.medevac.detector.config;

import io.medevac.detector.port.Rules;
import io.medevac.domain.detection.Detection;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

    @Produces
    @Singleton
    Detection detection(DetectorConfig config, Rules rules) {
        return new Detection(rules::catalogue, config.bootTimeout());
    }
}
