package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.KernelFindings;
import io.medevac.domain.detection.KernelLogReader;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something that a source tells, and what troubles come of a list of them. */
record Told(Source source, Finding finding) {
    static final Instant NOON = Instant.parse("2026-06-23T12:00:00Z");
    private static final FaultCatalogue CATALOGUE = FaultCatalogue.shipped();
    private static final SecondHand SECOND_HAND = new SecondHand(CATALOGUE::classify);

    /** What the lines of a kernel log tell of this node where they name none. */
    static List<Told> kernel(@Nullable String node, String... lines) {
        List<Told> told = new ArrayList<>();
        KernelFindings findings = new KernelFindings(CATALOGUE, node, null);
        KernelLogReader log =
                new KernelLogReader(
                        Instant.parse("2026-11-30T12:00:00Z"),
                        said ->
                                findings.find(said)
                                        .ifPresent(
                                                found -> told.add(new Told(Source.KERNEL, found))));
        for (int i = 0; i < lines.length; i++) {
            log.line(i + 1, lines[i]);
        }
        log.end();
        return told;
    }

    /** An Xid, in a kernel line so many seconds after noon. */
    static String line(int seconds, String pci, int code, String rest) {
        return "%s n1 kernel: NVRM: Xid (PCI:%s): %d, %s"
                .formatted(NOON.plusSeconds(seconds), pci, code, rest);
    }

    /** An Xid that a poorer source tells. */
    static Told xid(Source source, int code, Gpu gpu, @Nullable Instant at) {
        Fault fault =
                SECOND_HAND.xid(
                        source.name().toLowerCase(Locale.ROOT),
                        new XidReported(gpu.pci(), code, null, null, "text"),
                        gpu);
        return of(source, fault, at);
    }

    /** A fault without a number. */
    static Told kind(
            Source source,
            String kind,
            FaultScope scope,
            Severity severity,
            RecommendedAction action,
            @Nullable Instant at) {
        return of(
                source,
                new Fault(kind, null, Gpu.UNKNOWN, scope, severity, action, "rule", "text"),
                at);
    }

    static Told of(Source source, Fault fault, @Nullable Instant at) {
        return new Told(source, new Finding(fault, "n1", null, null, null, null, at));
    }

    static List<Trouble> troubles(List<Told> all) {
        List<Trouble> troubles = new ArrayList<>();
        Correlation correlation = new Correlation(troubles::add);
        all.forEach(told -> correlation.add(told.source(), told.finding()));
        correlation.end();
        return troubles;
    }

    /** The troubles of kernel lines. */
    static List<Trouble> troubles(String... lines) {
        return troubles(kernel("n1", lines));
    }

    /** In short: devices, codes, root, scope, severity, action, occurrences. */
    static String shortly(Trouble trouble) {
        return "%s %s root %s, %s %s %s, %d"
                .formatted(
                        trouble.devices().stream().map(Trouble.Device::name).toList(),
                        trouble.codes(),
                        trouble.root(),
                        trouble.scope(),
                        trouble.severity(),
                        trouble.action(),
                        trouble.occurrences());
    }
}
