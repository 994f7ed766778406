package io.medevac.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MedevacTest {

    @TempDir Path project;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    static Stream<String> verbs() {
        return Medevac.commandLine().getSubcommands().keySet().stream()
                .filter(verb -> !verb.equals("help"));
    }

    @BeforeEach
    void installation() {
        System.setProperty("medevac.root", project.toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty("medevac.root");
    }

    @Test
    void hasTheVerbsThatScriptsDependOn() {
        assertThat(verbs())
                .containsExactlyInAnyOrder(
                        "demo",
                        "test",
                        "doctor",
                        "up",
                        "down",
                        "status",
                        "env",
                        "inject",
                        "incidents",
                        "show",
                        "tail",
                        "pause",
                        "resume",
                        "hold",
                        "release",
                        "approve",
                        "cancel",
                        "classify",
                        "bench");
    }

    @Test
    void listsEveryVerbInOneWholeSentence() {
        assertThat(run("--help")).isZero();

        List<String> verbs =
                out.toString()
                        .lines()
                        .dropWhile(line -> !line.equals("Commands:"))
                        .skip(1)
                        .takeWhile(line -> !line.isEmpty())
                        .toList();
        assertThat(verbs)
                .hasSize(20)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80).endsWith("."));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void helpsWithAnExample(String verb) {
        int exitCode = run(verb, "--help");

        assertThat(exitCode).isZero();
        assertThat(out.toString()).contains("Example").contains("medevac " + verb);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "up --nodes many",
                "up --nodes 0",
                "up --spares -1",
                "up --kill-wait 0",
                "up --policy /does/not/exist",
                "up --no-dry-run --nodes 0",
                "inject",
                "inject --node gpu-0",
                "inject --node gpu-0 --xid 79 --line text",
                "inject --node gpu-0 --line text --gpu 3",
                "inject --node gpu-0 --xid -5",
                "inject --node gpu-0 --xid 10000",
                "show",
                "hold",
                "hold --node",
                "release",
                "release gpu-1",
                "approve",
                "cancel --reason late",
                "pause --node gpu-1",
                "hold --node ..",
                "hold --node gpu-0/status",
                "release --node *",
                "resume --node *",
                "demo --node gpu-7",
                ""
            })
    void wrongUsageIsTwo(String line) {
        int exitCode = run(line.isEmpty() ? new String[0] : line.split(" ", -1));

        assertThat(exitCode).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env",
                "incidents",
                "show 0199",
                "tail",
                "inject --node gpu-0 --xid 79",
                "pause --reason maintenance",
                "resume",
                "resume --node gpu-1 --json",
                "hold --node gpu-1",
                "release --node gpu-1",
                "approve 0199",
                "cancel 0199"
            })
    void withoutAStackOneLineSaysWhatToDo(String line) {
        int exitCode = run(line.split(" ", -1));

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString().strip())
                .isEqualTo("medevac: nothing runs in %s: medevac up".formatted(home()));
    }

    @Test
    void statusOfNothingIsNotReady() {
        int exitCode = run("status", "--json");

        assertThat(exitCode).isEqualTo(1);
        assertThat(out.toString().strip())
                .isEqualTo(
                        "{\"process\":\"supervisor\",\"pid\":null,\"ready\":false,\"rssMiB\":0.0}");
    }

    @Test
    void endsQuietlyWhenNobodyReads() {
        CommandLine line = Medevac.commandLine();
        line.setOut(new PrintWriter(Writer.nullWriter()));
        line.getOut().close();
        line.setErr(new PrintWriter(err));

        assertThat(line.execute("status")).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void downOfNothingIsHarmless() {
        int exitCode = run("down", "--json");

        assertThat(exitCode).isZero();
        assertThat(out.toString().strip()).isEqualTo("{\"stopped\":false}");
    }

    private Path home() {
        String named = System.getenv("MEDEVAC_HOME");
        return named == null ? project.resolve(".medevac") : Path.of(named);
    }

    private int run(String... arguments) {
        CommandLine line = Medevac.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int exitCode = line.execute(arguments);
        line.getOut().flush();
        line.getErr().flush();
        return exitCode;
    }
}
