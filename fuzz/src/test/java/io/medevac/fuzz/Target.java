package io.medevac.fuzz;

import io.medevac.detector.adapter.file.FollowedLinesFuzz;
import io.medevac.launcher.classify.KernelLogFuzz;
import java.util.List;

/**
 * A parser under the fuzzer.
 *
 * @param name as it is told
 * @param fuzz the class that holds what must be true
 * @param seeds the inputs to begin with
 * @param longest bytes of the longest input
 */
record Target(String name, Class<?> fuzz, Seeds seeds, int longest) {
    private static final int LONGEST = 8192;
    private static final String INTAKE = "intake/src/test/resources";

    /** Every parser. */
    static List<Target> all() {
        return List.of(
                of("kernel-log", KernelLogFuzz.class, Seeds.kernelLines()),
                of("kernel-line", KernelLineFuzz.class, Seeds.kernelLines()),
                new Target(
                        "followed-lines", FollowedLinesFuzz.class, Seeds.longLines(), 8 * LONGEST),
                of("shipper", ShipperFuzz.class, Seeds.shippers()),
                of("dcgm", DcgmFuzz.class, Seeds.files("domain/src/test/resources", ".prom")),
                of("cluster", ClusterFuzz.class, Seeds.files(INTAKE, ".json", ".prom")),
                of("alert", AlertFuzz.class, Seeds.files(INTAKE, "alertmanager-")),
                of("text", TextFuzz.class, Seeds.kernelLines().and(Seeds.texts())),
                of("word", WordFuzz.class, Seeds.words()),
                of(
                        "site-policy",
                        SitePolicyFuzz.class,
                        Seeds.files("k8s/examples", "site-policy").and(Seeds.policies())));
    }

    private static Target of(String name, Class<?> fuzz, Seeds seeds) {
        return new Target(name, fuzz, seeds, LONGEST);
    }
}
