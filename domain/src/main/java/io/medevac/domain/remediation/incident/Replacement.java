package io.medevac.domain.remediation.incident;

import io.medevac.domain.node.Machine;
import java.util.List;

/**
 * The node picked to serve in place of the faulty one.
 *
 * @param node its name
 * @param machine its boot when it was picked
 * @param provider the provider that offers it
 * @param validation each check it passed
 * @param claimed whether our claim was seen on it
 */
public record Replacement(
        String node,
        Machine machine,
        String provider,
        List<GateAnswer> validation,
        boolean claimed) {

    public Replacement {
        validation = List.copyOf(validation);
    }

    /** The same, with our claim seen on it. */
    public Replacement asClaimed() {
        return new Replacement(node, machine, provider, validation, true);
    }
}
