package io.medevac.launcher.bench;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Everything that was measured.
 *
 * @param enforced incidents in which a node was replaced
 * @param dryRun incidents in which nothing was done
 * @param kafka bare round trip
 * @param patch bare PATCH of a Node
 * @param scontrol bare scontrol update
 * @param recoveries after kill -9
 * @param rest what processes use at rest
 */
public record BenchReport(
        List<Measured> enforced,
        List<Measured> dryRun,
        Percentiles kafka,
        Percentiles patch,
        Percentiles scontrol,
        List<Recovery> recoveries,
        List<AtRest> rest) {

    public BenchReport {
        enforced = List.copyOf(enforced);
        dryRun = List.copyOf(dryRun);
        recoveries = List.copyOf(recoveries);
        rest = List.copyOf(rest);
    }

    /** As Markdown, ratios first. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s, %d cores, JDK %s. `medevac bench incident`: %d incidents with a replacement, %d in dry-run, on one machine with the whole stack; no job on the node. Times in ms."
                        .formatted(
                                LocalDate.now(ZoneOffset.UTC),
                                Runtime.getRuntime().availableProcessors(),
                                Runtime.version().feature(),
                                enforced.size(),
                                dryRun.size()));
        lines.add("");
        lines.add("| from – to | times the floor | p50 | p90 | p99 | floor p50 | goal |");
        lines.add("|---|---|---|---|---|---|---|");
        lines.add(row("line – GpuFault read from the topic", Measured.faults(enforced), kafka, ""));
        lines.add(
                row(
                        "line – node cordoned in Kubernetes",
                        Measured.decisions(enforced),
                        patch,
                        "p50 100, p99 500"));
        lines.add(
                row("NodeQuarantined – Slurm node DRAIN", Measured.drains(enforced), scontrol, ""));
        lines.add(row("our own share of the whole", Measured.shares(enforced), patch, "p99 2000"));
        lines.add(row("dry-run: line – GpuFault", Measured.faults(dryRun), kafka, ""));
        lines.add(row("dry-run: line – RemediationHeld", Measured.decisions(dryRun), kafka, ""));
        lines.add("");
        lines.add(
                "Floors, measured in the same run: Kafka round trip with acks=all (p50 %s, p99 %s), PATCH of a Node (p50 %s, p99 %s), `scontrol update` as a process (p50 %s, p99 %s)."
                        .formatted(
                                kafka.millis(50),
                                kafka.millis(99),
                                patch.millis(50),
                                patch.millis(99),
                                scontrol.millis(50),
                                scontrol.millis(99)));
        lines.add("");
        lines.add("| killed with -9 | ready again after | goal |");
        lines.add("|---|---|---|");
        for (Recovery recovery : recoveries) {
            lines.add(
                    "| %s | %s s | 6 s |".formatted(recovery.service(), seconds(recovery.took())));
        }
        lines.add("");
        lines.add("| at rest | memory MiB | % of a core |");
        lines.add("|---|---|---|");
        for (AtRest each : rest) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "| %s | %.0f | %.1f |",
                            each.process(),
                            each.rssMiB(),
                            each.cpuPercent()));
        }
        return lines;
    }

    private static String row(String what, Percentiles taken, Percentiles floor, String goal) {
        return "| %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        what,
                        String.format(Locale.ROOT, "%.1f", taken.ratioTo(floor)),
                        taken.millis(50),
                        taken.millis(90),
                        taken.millis(99),
                        floor.millis(50),
                        goal);
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.1f", took.toMillis() / 1000.0);
    }
}
