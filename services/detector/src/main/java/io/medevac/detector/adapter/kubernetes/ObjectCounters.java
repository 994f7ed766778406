package io.medevac.detector.adapter.kubernetes;

/** Counts what is read of Kubernetes' objects; never fails. */
interface ObjectCounters {

    /** An object was looked at. */
    void read(Kind kind);

    /** An object was looked at that says nothing of a fault. */
    void ignored(Kind kind);

    /** An object could not be read. */
    void unreadable(Kind kind);

    /** Kinds of objects. */
    enum Kind {
        NODE,
        EVENT,
        RESOURCESLICE
    }
}
