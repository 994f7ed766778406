package io.medevac.launcher;

/** Nobody reads standard output any more, as in {@code medevac tail | head}: nothing is wrong. */
public final class ReaderGone extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Found while writing. */
    public ReaderGone() {
        super("standard output is closed");
    }
}
