package io.medevac.detector.config;

import io.medevac.detector.port.Rules;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.LogSilence;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.alert.Alerts;
import io.medevac.domain.detection.slurm.DrainReasons;
import io.medevac.intake.WatchedObjects;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The pure rules, with what is configured of them. */
final class DetectionBeans {

    @Produces
    @Singleton
    Detection detection(DetectorConfig config, Rules rules) {
        return new Detection(rules::catalogue, config.bootTimeout());
    }

    @Produces
    @Singleton
    LogSilence logSilence(DetectorConfig config) {
        return new LogSilence(config.kernelLog().blindAfter());
    }

    @Produces
    @Singleton
    WatchedObjects watchedObjects(Rules rules) {
        return new WatchedObjects((xid, gpu) -> rules.catalogue().classify(xid, gpu));
    }

    @Produces
    @Singleton
    Alerts alerts(Rules rules) {
        return new Alerts(new SecondHand((xid, gpu) -> rules.catalogue().classify(xid, gpu)));
    }

    @Produces
    @Singleton
    DrainReasons drainReasons(Rules rules) {
        return new DrainReasons(new SecondHand((xid, gpu) -> rules.catalogue().classify(xid, gpu)));
    }
}
