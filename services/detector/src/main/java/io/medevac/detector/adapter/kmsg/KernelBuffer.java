package io.medevac.detector.adapter.kmsg;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The kernel's ring of records on this machine. */
interface KernelBuffer {

    /** Identity of the running boot, as Kubernetes shows it of this node. */
    String bootId() throws IOException;

    /** How long the kernel runs: what its clock shows now. */
    Duration uptime() throws IOException;

    /** Begins at the oldest record that the ring still holds. */
    Records open() throws IOException;

    /** Records one after the other. */
    interface Records extends Closeable {

        /**
         * The next records, in order; waits for one.
         *
         * @throws IOException when records were overwritten before they were read (the next open
         *     begins behind them), when nothing can be read, or when it was closed meanwhile
         */
        List<KmsgRecord> next() throws IOException;
    }
}
