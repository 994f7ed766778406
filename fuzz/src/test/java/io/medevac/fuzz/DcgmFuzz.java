package io.medevac.fuzz;

import io.medevac.fuzz.Readings.Reader;
import io.medevac.intake.DcgmReader;
import java.io.IOException;

/** Pages of dcgm-exporter. */
public final class DcgmFuzz {

    private DcgmFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Readings.check(DcgmFuzz::reader, input);
    }

    private static Reader reader() {
        DcgmReader reader = new DcgmReader(Readings.CATALOGUE);
        return new Reader(reader::read, reader::unreadable);
    }
}
