package io.medevac.launcher.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.Lab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The machines of the cluster, as a technician sees them. */
final class BenchNodes {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration BOOTS_WITHIN = Duration.ofMinutes(2);

    /** Everything of ours off, and back among the spares, which wait cordoned. */
    private static final String SPARE_AGAIN =
            """
            {"metadata": {"labels": {"medevac.io/repair": null, "medevac.io/spare": "training"},
              "annotations": {"medevac.io/quarantine": null, "medevac.io/claim": null}},
             "spec": {"unschedulable": true, "taints": null}}
            """;

    private final Lab lab;

    BenchNodes(Lab lab) {
        this.lab = lab;
    }

    /** Nodes of the training pool, by name. */
    List<String> pool() throws InterruptedException {
        return names("medevac.io/pool=training");
    }

    /** Nodes that wait to take the place of one of them. */
    List<String> spares() throws InterruptedException {
        return names("medevac.io/spare=training");
    }

    /** Boots machines that were taken out and puts them among the spares. */
    void repair(List<String> broken) throws InterruptedException {
        for (String node : broken) {
            String boot = node(node).at("/status/nodeInfo/bootID").asText();
            lab.node("kill", node).output(BOOTS_WITHIN);
            lab.node("boot", node).output(BOOTS_WITHIN);
            Wait.until(node + " has booted", BOOTS_WITHIN, () -> hasBooted(node, boot));
            lab.client("kubectl", "patch", "node", node, "--type=merge", "-p", SPARE_AGAIN)
                    .output(DEADLINE);
        }
    }

    private boolean hasBooted(String node, String before) throws InterruptedException {
        JsonNode seen = node(node);
        return !seen.at("/status/nodeInfo/bootID").asText().equals(before) && isReady(seen);
    }

    private static boolean isReady(JsonNode node) {
        for (JsonNode condition : node.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private List<String> names(String label) throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (JsonNode item : lab.kubernetes("nodes", "-l", label).path("items")) {
            names.add(item.at("/metadata/name").asText());
        }
        return names;
    }

    private JsonNode node(String name) throws InterruptedException {
        return lab.kubernetes("node", name);
    }
}
