package io.medevac.detector.adapter.postgres;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The service without the part that looks again at waiting signals, and without a cluster. */
public class WithoutRunner implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.arc.exclude-types",
                "io.medevac.detector.adapter.worklist.WaitingSignalsRunner",
                "quarkus.kubernetes-client.api-server-url",
                "http://127.0.0.1:1");
    }
}
