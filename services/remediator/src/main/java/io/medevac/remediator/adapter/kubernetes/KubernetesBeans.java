package io.medevac.remediator.adapter.kubernetes;

import io.medevac.remediator.config.RemediatorConfig;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;

/** Objects that are made from configuration. */
final class KubernetesBeans {

    @Produces
    @Singleton
    PodReader podReader(RemediatorConfig config) {
        return new PodReader(labels(config.slurmdSelector()));
    }

    /**
     * Labels of an equality selector.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Map<String, String> labels(String selector) {
        Map<String, String> labels = new HashMap<>();
        for (String part : selector.split(",", -1)) {
            String[] pair = part.strip().split("=", -1);
            if (pair.length != 2 || pair[0].isBlank() || pair[1].isBlank()) {
                throw new IllegalArgumentException(
                        "medevac.remediator.slurmd-selector: must be key=value[,key=value…], is: "
                                + selector);
            }
            labels.put(pair[0].strip(), pair[1].strip());
        }
        return labels;
    }
}
