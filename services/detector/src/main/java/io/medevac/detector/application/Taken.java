package io.medevac.detector.application;

/** What became of something that was taken in. */
public enum Taken {
    /** How far its source was read, or how it is, is stored with all faults. */
    STORED,
    /** Nothing to store was in it. */
    NOTHING_SAID,
    /** Another replica has read the source meanwhile: go on from what is stored. */
    SUPERSEDED
}
