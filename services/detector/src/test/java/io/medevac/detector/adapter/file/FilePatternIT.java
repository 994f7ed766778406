package io.medevac.detector.adapter.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePatternIT {
    @TempDir Path folder;

    @Test
    void findsFilesInFoldersOfNodes() throws IOException {
        Path log = write("nodes/gpu-0/var/kern.log");
        write("nodes/gpu-0/var/kern.log.1");
        write("nodes/Not a node/var/kern.log");
        Files.createDirectories(folder.resolve("nodes/gpu-1"));

        assertThat(FilePattern.of(folder + "/nodes/{node}/var/kern.log").files())
                .isEqualTo(Map.of("gpu-0", log));
    }

    @Test
    void findsFilesNamedAfterNodes() throws IOException {
        Path log = write("kern-gpu-0.example.log");
        write("kern-gpu-0.example.log.1");

        assertThat(FilePattern.of(folder + "/kern-{node}.log").files())
                .isEqualTo(Map.of("gpu-0.example", log));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "kern.log", "/var/log/kern.log", "{node}/a", "/{node}/{node}"})
    void refusesWhatIsNoPattern(String pattern) {
        assertThatThrownBy(() -> FilePattern.of(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("medevac.detector.kernel-log.files: must be an absolute");
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "line\n");
    }
}
