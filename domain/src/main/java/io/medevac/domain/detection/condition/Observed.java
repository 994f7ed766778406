package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.BootClaim;
import io.medevac.domain.detection.Finding;

/**
 * Something that an object of Kubernetes says, seen once or many times.
 *
 * @param identity what tells it from all else that this object says and has said: the same seen
 *     again has the same
 * @param boot which boot it belongs to
 * @param finding what it means
 * @param raw what was said, for a person
 */
public record Observed(String identity, BootClaim boot, Finding finding, String raw) {}
