package io.medevac.detector.adapter.dcgm;

import io.medevac.detector.config.DcgmConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is configured to be scraped, read and checked. */
public final class DcgmTargets {
    private static final String PREFIX = "medevac.detector.dcgm.";

    private DcgmTargets() {}

    /**
     * The pages that are listed.
     *
     * @throws IllegalArgumentException that names the key and what is wrong
     */
    public static List<Target> listed(DcgmConfig config) {
        List<Target> targets = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String text : config.targets().orElse(List.of())) {
            Target target;
            try {
                target = Target.parse(text.strip());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(PREFIX + "targets: " + e.getMessage(), e);
            }
            if (!keys.add(target.key())) {
                throw new IllegalArgumentException(
                        PREFIX + "targets: has twice: " + target.key().substring("dcgm:".length()));
            }
            targets.add(target);
        }
        return targets;
    }

    /**
     * Labels that pods of exporters have, one of these.
     *
     * @throws IllegalArgumentException that names the key and what is wrong
     */
    public static Map<String, String> labels(DcgmConfig config) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String text : config.selectors()) {
            int equals = text.indexOf('=');
            if (equals < 1 || equals == text.length() - 1) {
                throw new IllegalArgumentException(
                        PREFIX + "selectors: must be KEY=VALUE, is: " + text);
            }
            labels.put(text.substring(0, equals).strip(), text.substring(equals + 1).strip());
        }
        return labels;
    }
}
