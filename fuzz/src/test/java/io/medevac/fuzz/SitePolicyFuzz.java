package io.medevac.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.medevac.domain.detection.SitePolicy;
import io.medevac.intake.SitePolicyFile;

/** The site's policy file: right, or refused with one clean line. */
public final class SitePolicyFuzz {

    private SitePolicyFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, UTF_8);
        SitePolicy policy;
        try {
            policy = SitePolicyFile.parse(text);
        } catch (IllegalArgumentException refused) {
            String why = refused.getMessage();
            Sound.check(why != null && !why.isBlank(), "refused without a word");
            Sound.text("mistake", why, 2000);
            return;
        }
        Sound.same(policy, SitePolicyFile.parse(text));
    }
}
