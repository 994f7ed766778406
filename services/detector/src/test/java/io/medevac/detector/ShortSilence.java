package io.medevac.detector;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** A kernel log that says nothing for some seconds is blind. */
public final class ShortSilence implements QuarkusTestResourceLifecycleManager {

    @Override
    public Map<String, String> start() {
        return Map.of("medevac.detector.kernel-log.blind-after", "2s");
    }

    @Override
    public void stop() {}
}
