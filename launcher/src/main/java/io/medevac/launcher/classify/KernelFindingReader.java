package io.medevac.launcher.classify;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.KernelFindings;
import io.medevac.domain.detection.KernelKind;
import io.medevac.domain.detection.KernelLineParser;
import io.medevac.domain.detection.KernelLogReader;
import io.medevac.domain.detection.KernelRecord;
import io.medevac.domain.detection.xid.DriverVersion;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads kernel logs. */
final class KernelFindingReader implements FindingReader {
    private final KernelFindings findings;
    private final Instant now;

    /**
     * @param node the node of lines that name none; null when not known
     * @param driver driver of nodes whose log does not show it; null when not known
     * @param now tells the year of stamps that have none
     */
    KernelFindingReader(
            FaultCatalogue catalogue,
            @Nullable String node,
            @Nullable DriverVersion driver,
            Instant now) {
        this.findings = new KernelFindings(catalogue, node, driver);
        this.now = now;
    }

    @Override
    public long read(InputStream in, FindingSink sink) throws IOException {
        Reading reading = new Reading(sink);
        long cut = new NeedleLines(KernelLineParser.needles()).read(in, reading);
        reading.log.end();
        return reading.unreadable + cut;
    }

    /** One input. */
    private final class Reading implements NeedleLines.Taker {
        private final FindingSink sink;
        private final KernelLogReader log = new KernelLogReader(now, this::found);
        private long unreadable;

        Reading(FindingSink sink) {
            this.sink = sink;
        }

        @Override
        public void line(long number, String text) {
            log.line(number, text);
        }

        @Override
        public void passed(long number) {
            log.passed(number);
            sink.pause();
        }

        private void found(KernelRecord said) {
            findings.find(said).ifPresent(finding -> found(said.line(), finding));
        }

        private void found(long line, Finding finding) {
            if (finding.fault().kind().equals(KernelKind.MALFORMED.name())) {
                unreadable++;
            }
            sink.accept(line, finding);
        }
    }
}
