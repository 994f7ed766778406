package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Kubernetes as its administrator sees it with kubectl. */
final class Kubernetes {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** A service beside the training, one pod a node, that may lose one pod at a time. */
    private static final String WORKLOAD =
            """
            apiVersion: v1
            kind: Namespace
            metadata: {name: demo}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: dataset-cache, namespace: demo}
            spec:
              replicas: 2
              selector: {matchLabels: {app: dataset-cache}}
              template:
                metadata: {labels: {app: dataset-cache}}
                spec:
                  nodeSelector: {medevac.io/pool: training}
                  terminationGracePeriodSeconds: 10
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        - topologyKey: kubernetes.io/hostname
                          labelSelector: {matchLabels: {app: dataset-cache}}
                  containers:
                    - name: cache
                      image: lab.local/busybox:1
                      command: [sh, -c, "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done"]
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: dataset-cache, namespace: demo}
            spec:
              maxUnavailable: 1
              selector: {matchLabels: {app: dataset-cache}}
            """;

    private final Lab lab;

    Kubernetes(Lab lab) {
        this.lab = lab;
    }

    /** Starts the pods that will have to be evicted, and waits until they run. */
    void startWorkload(Path scratch) throws InterruptedException {
        try {
            Path manifest = Files.writeString(scratch.resolve("workload.yaml"), WORKLOAD);
            lab.client("kubectl", "apply", "-f", manifest.toString()).output(DEADLINE);
        } catch (IOException e) {
            throw new CommandFailure("the manifest cannot be written: " + e.getMessage(), e);
        }
    }

    /** Waits until all pods of the workload run again. */
    void awaitWorkload(Duration deadline) throws InterruptedException {
        lab.client(
                        "kubectl",
                        "-n",
                        "demo",
                        "rollout",
                        "status",
                        "deployment/dataset-cache",
                        "--timeout=" + deadline.toSeconds() + "s")
                .output(deadline.plus(DEADLINE));
    }

    /** A node. */
    JsonNode node(String name) throws InterruptedException {
        return lab.kubernetes("node", name);
    }

    /** The pods of the workload. */
    JsonNode pods() throws InterruptedException {
        return lab.kubernetes("pods", "-n", "demo");
    }
}
