package io.medevac.remediator.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyCheckTest {
    @TempDir Path folder;

    @Test
    void aRightFileHasNoMistake() {
        assertThat(PolicyCheck.mistake(Path.of("../../k8s/examples/policy.yaml"))).isEmpty();
    }

    @Test
    void aMistakeIsOneLineWithTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), "defaults: {budget: lots}");

        assertThat(PolicyCheck.mistake(file))
                .isEqualTo(file + ": defaults.budget: must be 0% to 100%, is: lots");
        assertThat(PolicyCheck.mistake(folder.resolve("none")))
                .isEqualTo(folder.resolve("none") + ": cannot be read");
    }
}
