package io.medevac.remediator.kubernetes;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The service as it runs where it may act. */
public class Enforcing implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "medevac.remediator.mode", "enforce", "medevac.remediator.default-cooldown", "0s");
    }
}
