package io.medevac.domain.remediation.cluster;

/**
 * Which pod, and which life of it.
 *
 * @param namespace namespace
 * @param name name
 * @param uid {@code metadata.uid}
 */
public record PodRef(String namespace, String name, String uid) {

    /** {@code namespace/name}. */
    public String label() {
        return namespace + "/" + name;
    }
}
