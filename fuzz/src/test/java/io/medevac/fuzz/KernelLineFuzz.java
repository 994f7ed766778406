package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.KernelLine;
import io.medevac.domain.detection.KernelLineParser;
import io.medevac.domain.detection.Signal;
import java.util.List;

/** A line of a kernel log, as the detector reads it. */
public final class KernelLineFuzz {

    private KernelLineFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String line = new String(input, UTF_8);
        List<KernelLine> said = KernelLineParser.parse(line);
        Sound.same(said, KernelLineParser.parse(line));
        for (KernelLine spoken : said) {
            if (spoken.fact() instanceof XidReported xid) {
                Sound.text("message", xid.message(), Signal.RAW_LIMIT);
                Sound.text("process", xid.process(), 64);
                Sound.check(xid.code() >= 0, "code " + xid.code());
            }
            if (spoken.fact() instanceof Observed observed) {
                Sound.text("message", observed.message(), Signal.RAW_LIMIT);
            }
        }
    }
}
