package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.stack.ExternalCommand;
import io.medevac.launcher.stack.Lab;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nodes of a large cluster: objects of the API server, with the boot that a kubelet would show. */
final class NodeObjects {
    private static final int AT_ONCE = 16;
    private static final int CREATED = 201;
    private static final int EXISTS = 409;
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final Pattern PROXY = Pattern.compile("127\\.0\\.0\\.1:(\\d+)");

    private final Lab lab;
    private final String prefix;
    private final int number;

    /**
     * So many of them.
     *
     * @param prefix begin of their names
     */
    NodeObjects(Lab lab, String prefix, int number) {
        this.lab = lab;
        this.prefix = prefix;
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Name of one of them, from 0. */
    String name(int which) {
        return "%s-%05d".formatted(prefix, which);
    }

    /** Makes those that are not there. */
    void create() throws InterruptedException {
        ExternalCommand proxy = lab.client("kubectl", "proxy", "--port=0");
        ProcessBuilder builder = new ProcessBuilder(proxy.command());
        builder.environment().putAll(proxy.environment());
        Process process = null;
        try (HttpClient http =
                        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
            process = builder.start();
            URI nodes = proxied(process.inputReader(StandardCharsets.UTF_8));
            List<Future<?>> made = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                String name = name(i);
                made.add(executor.submit(() -> create(http, nodes, name)));
            }
            try {
                for (Future<?> each : made) {
                    each.get();
                }
            } finally {
                executor.shutdownNow(); // after a failure thousands would still wait for their turn
            }
        } catch (IOException | ExecutionException e) {
            throw new CommandFailure("the nodes cannot be made: " + e.getMessage(), e);
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private static int create(HttpClient http, URI nodes, String name)
            throws IOException, InterruptedException {
        HttpRequest post =
                HttpRequest.newBuilder(nodes)
                        .timeout(DEADLINE)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body(name)))
                        .build();
        int status = http.send(post, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status != CREATED && status != EXISTS) {
            throw new IOException("the API server answered " + status);
        }
        return status;
    }

    private static String body(String name) {
        return """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "%s"},
         "status": {"nodeInfo": {"bootID": "boot-of-%s", "machineID": "", "systemUUID": "",
           "kernelVersion": "", "osImage": "", "containerRuntimeVersion": "", "kubeletVersion": "",
           "kubeProxyVersion": "", "operatingSystem": "linux", "architecture": "amd64"}}}
        """
                .formatted(name, name);
    }

    private static URI proxied(BufferedReader output) throws IOException {
        String line = output.readLine();
        Matcher port = PROXY.matcher(line == null ? "" : line);
        if (!port.find()) {
            throw new IOException("kubectl proxy said: " + line);
        }
        return URI.create("http://127.0.0.1:" + port.group(1) + "/api/v1/nodes");
    }
}
