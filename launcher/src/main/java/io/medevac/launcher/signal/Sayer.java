package io.medevac.launcher.signal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.backing.exporter.ExporterPages;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.kernel.KernelLog;
import io.medevac.launcher.stack.StackAddresses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Says that a GPU has failed, as its source would: nothing else is done to the system. */
public final class Sayer {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Home home;
    private final StackAddresses stack;

    /** For a stack that is up. */
    public Sayer(Home home, StackAddresses stack) {
        this.home = home;
        this.stack = stack;
    }

    /**
     * Says it.
     *
     * @return what was said, in one line
     * @throws CommandFailure when the source's way is closed
     */
    public String say(SignalKind kind, FaultyGpu gpu, Instant now) throws InterruptedException {
        return switch (kind) {
            case KERNEL ->
                    KernelLog.of(home, gpu.node()).write(now, KernelLine.xid(gpu.xid(), gpu.pci()));
            case DCGM -> exporter(gpu);
            case CONDITION -> condition(gpu, now);
            case ALERTMANAGER -> alert(gpu, now);
        };
    }

    private String exporter(FaultyGpu gpu) {
        try {
            return new ExporterPages(home.state())
                    .fail(gpu.node(), gpu.index(), gpu.xid(), gpu.text());
        } catch (IOException e) {
            throw new CommandFailure("the exporter's page: " + e.getMessage(), e);
        }
    }

    /** As a node problem detector that watches the kernel's log sets it. */
    private String condition(FaultyGpu gpu, Instant now) throws InterruptedException {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode condition =
                JSON.createObjectNode()
                        .put("type", "GpuXidError")
                        .put("status", "True")
                        .put("reason", "XidCritical")
                        .put("message", KernelLine.xid(gpu.xid(), gpu.pci()))
                        .put("lastHeartbeatTime", time)
                        .put("lastTransitionTime", time);
        ObjectNode patch = JSON.createObjectNode();
        patch.putObject("status").putArray("conditions").add(condition);
        stack.lab()
                .client(
                        "kubectl",
                        "patch",
                        "node",
                        gpu.node(),
                        "--subresource=status",
                        "--type=strategic",
                        "--patch",
                        patch.toString())
                .output(DEADLINE);
        return condition.toString();
    }

    /** As an Alertmanager sends a group with one alert of a rule over dcgm-exporter's metrics. */
    private String alert(FaultyGpu gpu, Instant now) throws InterruptedException {
        ObjectNode alert = JSON.createObjectNode().put("status", "firing");
        alert.putObject("labels")
                .put("alertname", "GpuXid")
                .put("severity", "critical")
                .put("Hostname", gpu.node())
                .put("gpu", Integer.toString(gpu.index()))
                .put("xid", Integer.toString(gpu.xid()));
        alert.putObject("annotations")
                .put("summary", "Xid %d: %s".formatted(gpu.xid(), gpu.text()));
        alert.put("startsAt", now.toString())
                .put("endsAt", "0001-01-01T00:00:00Z")
                .put("fingerprint", "%016x".formatted(gpu.hashCode()));
        ObjectNode body =
                JSON.createObjectNode()
                        .put("version", "4")
                        .put("receiver", "medevac")
                        .put("status", "firing")
                        .put("truncatedAlerts", 0);
        body.putArray("alerts").add(alert);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(stack.detector() + "/v1/alerts"))
                        .timeout(DEADLINE)
                        .header("Content-Type", "application/json")
                        .header("Authorization", "Bearer " + stack.detectorToken())
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() / 100 != 2) {
                throw new CommandFailure(
                        "the detector refused the alert: %d %s"
                                .formatted(answer.statusCode(), answer.body().strip()));
            }
            return alert.toString();
        } catch (IOException e) {
            throw new CommandFailure("the detector does not answer: " + e.getMessage(), e);
        }
    }
}
