package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class ControlPlaneIT {

    @Test
    void lendsTheIdentityOfAServiceAccount(ControlPlane plane) {
        plane.kubectl("create", "serviceaccount", "visitor", "--namespace", ControlPlane.NAMESPACE);

        Path kubeconfig = plane.kubeconfigOf("visitor");

        assertThat(
                        plane.kubectl(
                                "--kubeconfig",
                                kubeconfig.toString(),
                                "auth",
                                "whoami",
                                "--output",
                                "yaml"))
                .contains("system:serviceaccount:medevac:visitor");
        assertThatThrownBy(
                        () -> plane.kubectl("--kubeconfig", kubeconfig.toString(), "get", "nodes"))
                .hasMessageContaining("Forbidden");
    }
}
