package io.medevac.launcher.classify;

/** Where an input comes from. */
public enum Source {
    KERNEL,
    DCGM,
    CONDITION,
    EVENT,
    ALERTMANAGER
}
