package io.medevac.launcher.classify;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.fuzz.InPieces;
import io.medevac.fuzz.Sound;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A whole kernel log, as the command line reads it. */
public final class KernelLogFuzz {
    private static final FaultCatalogue CATALOGUE = FaultCatalogue.shipped();
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private KernelLogFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        List<Located> whole = read(new ByteArrayInputStream(input));
        Sound.findings(whole);
        Sound.same(whole, read(new InPieces(input)));
    }

    private static List<Located> read(InputStream in) throws IOException {
        List<Located> findings = new ArrayList<>();
        FindingSink sink =
                new FindingSink() {
                    @Override
                    public void accept(long line, Finding finding) {
                        findings.add(new Located(line, finding));
                    }

                    @Override
                    public void pause() {}

                    @Override
                    public void end() {}
                };
        new KernelFindingReader(CATALOGUE, null, null, NOW).read(in, sink);
        return findings;
    }
}
