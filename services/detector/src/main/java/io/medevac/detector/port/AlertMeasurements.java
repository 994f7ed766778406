package io.medevac.detector.port;

/** Counts what became of alerts; never fails. */
public interface AlertMeasurements {

    /**
     * Alerts were answered for.
     *
     * @param alerts how many, from 0
     */
    void alerts(Outcome outcome, long alerts);

    /** What became of an alert. */
    enum Outcome {
        /** It is stored, now or before. */
        TAKEN,
        /** It ended: that repairs and closes nothing. */
        RESOLVED,
        /** It is about no GPU. */
        FOREIGN,
        /** Its labels name no node: nobody can act on it. */
        WITHOUT_NODE,
        /** It has no labels. */
        UNREADABLE,
        /** Alertmanager left it out of the call. */
        TRUNCATED
    }
}
