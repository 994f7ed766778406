package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.AutoComplete;
import picocli.CommandLine;

class ClassArchiveTest {

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"})
    void thereIsNoneBesideAnAgent(String variable) {
        Map<String, String> environment = Map.of(variable, "-Xint -javaagent:/opt/agent.jar=x");

        assertThat(ClassArchive.options(Path.of("a.jsa"), environment)).isEmpty();
    }

    @Test
    void itIsWrittenAtTheEndOfARunAndATornOneIsRefused(@TempDir Path folder) throws Exception {
        Path archive = folder.resolve("a.jsa");

        assertThat(runWith(archive)).isZero();
        assertThat(archive).isNotEmptyFile();

        byte[] torn = Files.readAllBytes(archive);
        Arrays.fill(torn, torn.length / 4, torn.length / 2, (byte) 0);
        Files.write(archive, torn);
        assertThat(runWith(archive)).isZero();

        Files.write(archive, new byte[4096]);
        assertThat(runWith(archive)).isZero();
    }

    private static int runWith(Path archive) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ClassArchive.options(archive, Map.of()));
        Path jar =
                Path.of(
                        CommandLine.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        command.addAll(List.of("-cp", jar.toString(), AutoComplete.class.getName(), "-V"));
        ProcessBuilder java = new ProcessBuilder(command).inheritIO();
        java.environment().remove("JAVA_TOOL_OPTIONS");
        return java.start().waitFor();
    }
}
