package io.medevac.remediator.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.medevac.testkit.ControlPlane;

/** Clients of the control plane of this test JVM, set up as the service sets up its own. */
public final class ApiClients {

    private ApiClients() {}

    /** One that may do everything. */
    public static KubernetesClient admin() {
        Config config = Config.fromKubeconfig(ControlPlane.get().kubeconfig().toFile());
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** One that may do what the remediator may. */
    public static KubernetesClient remediator() {
        return with(ControlPlane.get().token("remediator"));
    }

    /** One with that token. */
    public static KubernetesClient with(String token) {
        return new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder()
                                .withMasterUrl(ControlPlane.get().url())
                                .withCaCertData(ControlPlane.get().certificateAuthority())
                                .withOauthToken(token)
                                .withRequestRetryBackoffLimit(0)
                                .withAutoConfigure(false)
                                .build())
                .build();
    }
}
