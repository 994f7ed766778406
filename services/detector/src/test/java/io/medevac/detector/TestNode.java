package io.medevac.detector;

import io.medevac.testkit.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A node of the cluster of this test run.
 *
 * @param name of the node
 * @param uid that the API server gave it
 */
public record TestNode(String name, String uid) {

    /** A new one, with this boot. */
    public static TestNode create(String bootId) {
        ControlPlane plane = ControlPlane.get();
        String name = "gpu-" + UUID.randomUUID().toString().substring(0, 8);
        try {
            Path manifest = Files.createTempFile("node", ".yaml");
            Files.writeString(
                    manifest, "apiVersion: v1\nkind: Node\nmetadata: {name: " + name + "}\n");
            plane.kubectl("create", "--filename", manifest.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        plane.kubectl(
                "patch",
                "node",
                name,
                "--subresource=status",
                "--type=merge",
                "--patch",
                """
                {"status":{"nodeInfo":{"bootID":"%s","machineID":"","systemUUID":"","kernelVersion":"",\
                "osImage":"","containerRuntimeVersion":"","kubeletVersion":"","kubeProxyVersion":"",\
                "operatingSystem":"linux","architecture":"amd64"}}}"""
                        .formatted(bootId));
        return new TestNode(
                name,
                plane.kubectl("get", "node", name, "--output", "jsonpath={.metadata.uid}").strip());
    }
}
