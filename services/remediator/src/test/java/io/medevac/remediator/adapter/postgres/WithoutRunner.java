package io.medevac.remediator.adapter.postgres;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** The service without the part that works on due incidents, and without a cluster. */
public class WithoutRunner implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
        return Map.of(
                "quarkus.arc.exclude-types",
                "io.medevac.remediator.adapter.worklist.IncidentRunner",
                "quarkus.kubernetes-client.api-server-url",
                "http://127.0.0.1:1");
    }
}
