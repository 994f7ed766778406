package io.medevac.fuzz;

import io.medevac.fuzz.Readings.Reader;
import io.medevac.intake.ClusterReader;
import java.io.IOException;

/** Objects, events and device taints of Kubernetes, words of health agents. */
public final class ClusterFuzz {

    private ClusterFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Readings.check(ClusterFuzz::reader, input);
    }

    private static Reader reader() {
        ClusterReader reader = new ClusterReader(Readings.CATALOGUE);
        return new Reader(reader::read, reader::unreadable);
    }
}
