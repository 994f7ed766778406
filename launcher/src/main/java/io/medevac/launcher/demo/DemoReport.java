package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.medevac.launcher.Home;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.stack.StackControl.Status;
import io.medevac.launcher.view.MemoryTable;
import io.medevac.launcher.view.ShareOfTime;
import io.medevac.launcher.view.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the demonstration has shown.
 *
 * @param cordon from the kernel line until Kubernetes showed the node cordoned; empty if never
 * @param shares who was waited for
 * @param checks what had to hold
 * @param memory every process with its memory, taken when the incident was closed
 */
public record DemoReport(
        Home home,
        StackAddresses stack,
        TrainingRun run,
        Incident incident,
        Optional<Duration> cordon,
        ShareOfTime shares,
        List<Check> checks,
        List<Status> memory) {

    private static final Duration CORDON_BOUND = Duration.ofMillis(250);
    private static final Duration OURS_BOUND = Duration.ofSeconds(2);
    private static final int MEMORY_BOUND_MIB = 4096;

    public DemoReport {
        checks = List.copyOf(checks);
        memory = List.copyOf(memory);
    }

    /** Checks that do not hold. */
    public List<Check> failed() {
        return checks.stream().filter(check -> !check.holds()).toList();
    }

    /** The summary for a person. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Checked from the outside:");
        for (Check check : checks) {
            lines.add(
                    "  %-6s  %s (%s)"
                            .formatted(
                                    check.holds() ? "ok" : "FAILED", check.name(), check.detail()));
        }
        lines.add("");
        lines.add("Who the incident waited for:");
        lines.addAll(Timeline.shares(shares));
        lines.add("");
        lines.add("Memory of the whole stack:");
        lines.addAll(MemoryTable.of(memory));
        lines.add("");
        lines.addAll(figures());
        lines.add("");
        lines.addAll(whereToLook());
        return lines;
    }

    /** The same for machines: one line a check, then one with the figures. */
    public List<String> json() {
        List<String> lines = new ArrayList<>();
        for (Check check : checks) {
            lines.add(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("check", check.name())
                            .put("holds", check.holds())
                            .put("detail", check.detail())
                            .toString());
        }
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        figures.put("incident", incident.id().toString());
        figures.put("cordonMillis", cordon.map(Duration::toMillis).orElse(null));
        figures.put("oursMillis", shares.ours().toMillis());
        figures.put("theirsMillis", shares.theirs().toMillis());
        figures.put("memoryMiB", Math.round(MemoryTable.total(memory)));
        figures.put("loss", run.loss());
        figures.set("processes", new ObjectMapper().valueToTree(memory));
        lines.add(figures.toString());
        return lines;
    }

    private List<String> figures() {
        return List.of(
                "Figures as measured (bounds for a quiet machine, ! over them):",
                "  signal to node cordoned       %8s   (250 ms)"
                        .formatted(
                                cordon.map(
                                                took ->
                                                        took.toMillis()
                                                                + " ms"
                                                                + mark(took, CORDON_BOUND))
                                        .orElse("?")),
                "  our own share                 %8s   (2 s)"
                        .formatted(
                                String.format(
                                                Locale.ROOT,
                                                "%.2f s",
                                                shares.ours().toMillis() / 1000.0)
                                        + mark(shares.ours(), OURS_BOUND)),
                "  memory of the whole stack     %8s   (4096 MiB)"
                        .formatted(
                                Math.round(MemoryTable.total(memory))
                                        + " MiB"
                                        + (MemoryTable.total(memory) > MEMORY_BOUND_MIB
                                                ? " !"
                                                : "")),
                "  final loss                    %8s   (the same without a fault)"
                        .formatted(String.format(Locale.ROOT, "%.6f", run.loss())));
    }

    private List<String> whereToLook() {
        return List.of(
                "Where to look further:",
                "  ./medevac show " + incident.id(),
                "  kcat -F %s -C -t medevac.nodes.v1 -e -q -f '%%k %%h\\n'   (values: -s value=avro -r %s)"
                        .formatted(stack.kcatConfig(), stack.registry()),
                "  mails in " + home.mails() + ", webhook calls in " + home.webhooks(),
                "  the job's output in " + run.folder(),
                "  logs in " + home.state().resolve("logs"));
    }

    private static String mark(Duration took, Duration bound) {
        return took.compareTo(bound) > 0 ? " !" : "";
    }
}
