package io.medevac.launcher.classify;

import io.medevac.domain.detection.Finding;

/** Takes findings as they are read. */
public interface FindingSink {

    /**
     * A finding.
     *
     * @param line number of its first line in its input, from 1
     */
    void accept(long line, Finding finding);

    /** All that was there has been read: what was taken in may be shown. */
    void pause();

    /** All inputs have been read. */
    void end();
}
