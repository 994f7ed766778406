package io.medevac.slurmbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs the test of the training program of the demo, which is Python. */
class TrainingProgramIT {

    @Test
    void trainingProgramPassesItsOwnTest() throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("python3", "-B", "-m", "unittest", "train_test")
                        .directory(new File("../../examples/training"))
                        .redirectErrorStream(true);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(output).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
