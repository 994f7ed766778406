package io.medevac.fuzz;

import io.medevac.fuzz.Readings.Reader;
import io.medevac.intake.AlertReader;
import java.io.IOException;

/** Bodies of Alertmanager. */
public final class AlertFuzz {

    private AlertFuzz() {}

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Readings.check(AlertFuzz::reader, input);
    }

    private static Reader reader() {
        AlertReader reader = new AlertReader(Readings.CATALOGUE);
        return new Reader(reader::read, reader::unreadable);
    }
}
