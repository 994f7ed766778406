package io.medevac.detector.port;

import io.medevac.domain.detection.DetectedFault;
import java.util.List;

/** Counts what happens; never fails. */
public interface Measurements {

    /** Lines were taken in for good. */
    void lines(Source source, int read, int malformed, int untrusted);

    /** Faults were told. */
    void faults(List<DetectedFault> faults);

    /** Where kernel lines come from. */
    enum Source {
        /** A followed file. */
        FILE,
        /** The topic that log shippers fill. */
        TOPIC,
        /** Requests that bring lines. */
        HTTP,
        /** The kernel's own buffer on this machine. */
        KMSG
    }
}
