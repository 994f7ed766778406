package io.medevac.domain.slurm.evacuation;

import java.util.UUID;

/**
 * The node that serves in place of the faulty one.
 *
 * @param node Kubernetes node
 * @param event event that told it
 */
public record Replacement(String node, UUID event) {}
