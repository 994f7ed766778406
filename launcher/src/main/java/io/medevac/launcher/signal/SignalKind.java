package io.medevac.launcher.signal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which source says that a GPU has failed. */
public enum SignalKind {
    /** A line of the node's kernel log. */
    KERNEL,
    /** The page of its dcgm-exporter. */
    DCGM,
    /** A condition of its Kubernetes node. */
    CONDITION,
    /** An alert that Alertmanager sends on. */
    ALERTMANAGER;

    /** By its name in lower case. */
    public static Optional<SignalKind> named(String name) {
        return Arrays.stream(values()).filter(kind -> kind.toString().equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
