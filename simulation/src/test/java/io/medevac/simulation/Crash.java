package io.medevac.simulation;

/** The process dies here. Nothing of ours catches an Error. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(String where) {
        super(where, null, false, false);
    }
}
