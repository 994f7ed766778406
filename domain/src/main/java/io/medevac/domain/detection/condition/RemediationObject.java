package io.medevac.domain.detection.condition;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of another remediator: medik8s, Cluster API, Metal3.
 *
 * @param group API group
 * @param kind kind
 * @param name name
 * @param nodeRef node that its status refers to; null when none
 * @param inFlight nodes under repair by its status, with the beginning where it is known
 * @param conditions its conditions
 * @param annotations keys of its annotations
 */
public record RemediationObject(
        String group,
        String kind,
        String name,
        @Nullable String nodeRef,
        Map<String, @Nullable Instant> inFlight,
        List<NodeCondition> conditions,
        Set<String> annotations) {}
