package io.medevac.slurmbridge.adapter.progress;

import io.medevac.slurmbridge.port.ProgressProbe;
import java.io.IOException;
import java.util.Optional;

/** Progress files for tests outside of this package. */
public final class ProgressFiles {
    private ProgressFiles() {}

    /** A probe that reads the files on the caller's thread. */
    public static ProgressProbe of(String template) {
        ProgressFile file = new ProgressFile(template);
        return job -> {
            try {
                return Optional.of(file.read(job));
            } catch (IOException e) {
                return Optional.empty();
            }
        };
    }
}
