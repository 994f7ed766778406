package io.medevac.detector.adapter.kubernetes;

import io.medevac.testkit.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** A node of the real API server, written as a kubelet and its agents write it. */
final class LiveNode {
    private final ControlPlane plane;
    private final String name;

    LiveNode(ControlPlane plane, String name) {
        this.plane = plane;
        this.name = name;
    }

    void create() {
        apply("apiVersion: v1\nkind: Node\nmetadata: {name: " + name + "}\n");
    }

    String uid() {
        return plane.kubectl("get", "node", name, "--output", "jsonpath={.metadata.uid}").strip();
    }

    void bootId(String bootId) {
        status(
                "{\"status\":{\"nodeInfo\":{\"bootID\":\""
                        + bootId
                        + "\",\"machineID\":\"\",\"systemUUID\":\"\",\"kernelVersion\":\"\","
                        + "\"osImage\":\"\",\"containerRuntimeVersion\":\"\",\"kubeletVersion\":\"\","
                        + "\"kubeProxyVersion\":\"\",\"operatingSystem\":\"linux\","
                        + "\"architecture\":\"amd64\"}}}");
    }

    /** As a node problem detector patches it. */
    void condition(String type, String status, String reason, String message, Instant transition) {
        status(
                "{\"status\":{\"conditions\":[{\"type\":\"%s\",\"status\":\"%s\",\"reason\":\"%s\","
                                .formatted(type, status, reason.replace("\"", "\\\""))
                        + "\"message\":\"%s\",\"lastTransitionTime\":\"%s\",\"lastHeartbeatTime\":\"%s\"}]}}"
                                .formatted(
                                        message.replace("\"", "\\\""), transition, Instant.now()));
    }

    /** Of 8 GPUs, pods may have so many. */
    void allocatable(int gpus) {
        status(
                "{\"status\":{\"capacity\":{\"nvidia.com/gpu\":\"8\"},"
                        + "\"allocatable\":{\"nvidia.com/gpu\":\"%d\"}}}".formatted(gpus));
    }

    void status(String patch) {
        plane.kubectl(
                "patch",
                "node",
                name,
                "--subresource=status",
                "--type=strategic",
                "--patch",
                patch);
    }

    /** Applies any object. */
    void apply(String manifest) {
        try {
            Path file = Files.createTempFile("object", ".yaml");
            Files.writeString(file, manifest);
            plane.kubectl("create", "--filename", file.toString());
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
