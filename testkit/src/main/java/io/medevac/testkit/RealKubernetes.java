package io.medevac.testkit;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/**
 * Gives a Quarkus test the {@link ControlPlane}; the service under test holds the ServiceAccount
 * that we ship for it and nothing wider. Init argument {@code account}: name of the ServiceAccount,
 * default {@code remediator}.
 */
public final class RealKubernetes implements QuarkusTestResourceLifecycleManager {

    private String account = "remediator";

    @Override
    public void init(Map<String, String> arguments) {
        account = arguments.getOrDefault("account", account);
    }

    @Override
    public Map<String, String> start() {
        ControlPlane plane = ControlPlane.get();
        return Map.of(
                "quarkus.kubernetes-client.api-server-url", plane.url(),
                "quarkus.kubernetes-client.ca-cert-data", plane.certificateAuthority(),
                "quarkus.kubernetes-client.token", plane.token(account),
                "quarkus.kubernetes-client.namespace", ControlPlane.NAMESPACE);
    }

    /** The control plane stays for the next test class; it ends with the JVM. */
    @Override
    public void stop() {}
}
