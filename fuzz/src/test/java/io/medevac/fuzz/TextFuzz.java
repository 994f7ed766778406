package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.CodesInText;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.fault.Gpu;
import java.util.List;

/** Codes in texts for people. */
public final class TextFuzz {
    private static final int MOST_CODES = 32;

    private TextFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, UTF_8);
        List<XidReported> xids = CodesInText.xids(text);
        Sound.same(xids, CodesInText.xids(text));
        Sound.check(xids.size() <= MOST_CODES, xids.size() + " codes");
        Sound.check(
                !CodesInText.quotesKernel(text) || !xids.isEmpty(), "a quoted line has no code");
        CodesInText.sxid(text).ifPresent(code -> Sound.check(code >= 0, "SXid " + code));
        Gpu gpu = CodesInText.gpu(text);
        Sound.text("pci", gpu.pci(), 16);
        Sound.text("uuid", gpu.uuid(), 40);
        Sound.check(text.startsWith(CodesInText.whole(text)), "cut to something else");
    }
}
