package io.medevac.domain.remediation.incident;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The diagram in the README is drawn from the table. To write it anew: {@code mvn -pl domain test
 * -Dmedevac.docs.write=true -Dtest=StateDiagramTest}.
 */
class StateDiagramTest {
    private static final Path README = Path.of("README.md");
    private static final String BEGIN = "<!-- generated: remediation states -->\n";
    private static final String END = "<!-- end of generated -->";

    @Test
    void theReadmeShowsTheTable() throws IOException {
        String readme = Files.readString(README);
        int from = readme.indexOf(BEGIN) + BEGIN.length();
        int to = readme.indexOf(END);
        String wanted = readme.substring(0, from) + diagram() + readme.substring(to);
        if (Boolean.getBoolean("medevac.docs.write")) {
            Files.writeString(README, wanted);
        }
        assertThat(readme).isEqualTo(wanted);
    }

    private static String diagram() {
        String arrows =
                Transitions.ALL.stream()
                        .map(
                                each ->
                                        "    %s --> %s: %s"
                                                .formatted(
                                                        each.from().word(),
                                                        each.to().word(),
                                                        each.when()))
                        .collect(Collectors.joining("\n"));
        String ends =
                java.util.Arrays.stream(StateName.values())
                        .filter(StateName::terminal)
                        .map(end -> "    " + end.word() + " --> [*]")
                        .collect(Collectors.joining("\n"));
        return "```mermaid\nstateDiagram-v2\n    [*] --> assessing: GpuFault\n"
                + arrows
                + "\n"
                + ends
                + "\n```\n";
    }
}
