package io.medevac.detector.adapter.file;

/** Counts what happens to files; never fails. */
public interface FileCounters {

    /** A line was longer than 16 KiB and was cut. */
    void overlong();

    /** A file vanished before it was read to its end. */
    void gap();
}
