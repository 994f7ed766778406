package io.medevac.detector.adapter.shipped;

/** Counts what happens to shipped lines; never fails. */
public interface ShippedCounters {

    /** Lines whose node is not certain were put aside. */
    void unplaced(int lines);

    /** Lines were too long and were cut. */
    void cut(int lines);

    /** Records of a request could not be read. */
    void refused(int records);
}
