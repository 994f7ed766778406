package io.medevac.domain.detection.condition;

import io.medevac.domain.detection.Finding;

/**
 * Accelerators that a node has and pods may not have.
 *
 * @param missing how many, from 1
 * @param finding what it means
 */
public record Drop(long missing, Finding finding) {}
