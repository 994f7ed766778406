package io.medevac.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ClassifyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOST =
            "[111111111.111] NVRM: Xid (PCI:0000:05:00): 79, pid='<unknown>', name=<unknown>, GPU"
                    + " has fallen off the bus.\n";

    @TempDir Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void writesOneObjectALineWithNullForWhatIsNotThere() throws IOException {
        Path log = file("log", "noise\nnoise\n" + LOST);

        assertThat(run("classify", log.toString())).isZero();

        assertThat(out)
                .hasToString(
                        "{\"line\":3,\"kind\":\"XID\",\"code\":79,\"pci\":\"0000:05:00\",\"gpu\":null,"
                                + "\"pid\":null,\"process\":null,\"link\":null,\"scope\":\"GPU\","
                                + "\"severity\":\"CRITICAL\",\"action\":\"REPLACE_NODE\","
                                + "\"rule\":\"catalogue: xid 79\","
                                + "\"message\":\"GPU has fallen off the bus.\"}\n");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--incidents"})
    void outputThatCannotBeWrittenIsAFailure(String form) throws IOException {
        Path log = file("log", LOST);
        String[] words = ("classify " + form + " " + log).split(" +", -1);
        CommandLine line = Medevac.commandLine(words).setErr(new PrintWriter(err));

        try (FileOutputStream full = new FileOutputStream("/dev/full")) {
            assertThat(line.setOut(StandardOutput.to(full)).execute(words)).isEqualTo(1);
        }

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("medevac: cannot write standard output: ");
    }

    @Test
    void aReaderThatHasGoneIsNoFailure() throws IOException {
        String[] words = {"classify", file("log", LOST).toString()};
        OutputStream closed =
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                };
        CommandLine line = Medevac.commandLine(words).setErr(new PrintWriter(err));

        assertThat(line.setOut(StandardOutput.to(closed)).execute(words)).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void readsFilesInOrderAndRemembersWhatEarlierOnesTold() throws IOException {
        Path boot = file("boot", "NVRM: GPU at PCI:0000:05:00: GPU-00000005-1111-2222\n");
        Path log = file("log", LOST);

        assertThat(run("classify", "--source", "kernel", boot.toString(), log.toString())).isZero();

        assertThat(lines()).extracting(line -> line.get("line").asInt()).containsExactly(1, 1);
        assertThat(lines().getLast().get("gpu").asText()).isEqualTo("GPU-00000005-1111-2222");
    }

    @Test
    void namesTheSwitchAndEscapesWhatJsonDoesNotAllow() throws IOException {
        Path log =
                file(
                        "log",
                        "nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48 \"a\\b\" é\n");

        run("classify", log.toString());

        JsonNode line = lines().getFirst();
        assertThat(line.get("gpu").asText()).isEqualTo("nvswitch1");
        assertThat(line.get("link").asInt()).isEqualTo(48);
        assertThat(line.get("message").asText()).isEqualTo("Fatal, Link 48 \"a\\b\" é");
        assertThat(out.toString()).isASCII();
    }

    @Test
    void printsWhatIsUnknownAsNothingToBeDone() throws IOException {
        run("classify", file("log", "NVRM: Xid (PCI:0000:66:00): 999, x\n").toString());

        JsonNode line = lines().getFirst();
        assertThat(line.get("action").asText()).isEqualTo("NONE");
        assertThat(line.get("severity").asText()).isEqualTo("DEGRADED");
        assertThat(line.get("scope").asText()).isEqualTo("GPU");
    }

    @Test
    void countsWhatCannotBeRead() throws IOException {
        run(
                "classify",
                file("log", "NVRM: Xid (PCI:0000:66:00): abc\nNVRM: Xid error\n").toString());

        assertThat(lines()).hasSize(2);
        assertThat(err.toString().strip())
                .isEqualTo("medevac: 2 records could not be read, or were too long and cut");
    }

    @Test
    void readsAnyBytes() throws IOException {
        Random random = new Random(7);
        byte[] bytes = new byte[1 << 20];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i += 100 + random.nextInt(1000)) {
            byte[] needle = "NVRM: Xid (PCI:".getBytes(UTF_8);
            System.arraycopy(needle, 0, bytes, i, Math.min(needle.length, bytes.length - i));
        }
        Path log = folder.resolve("bytes");
        Files.write(log, bytes);

        assertThat(run("classify", log.toString())).isZero();
        assertThat(lines()).isNotEmpty();
    }

    @Test
    void usesThePolicyOfTheSite() throws IOException {
        Path policy = file("policy", "overrides: [{kind: XID, code: 79, action: CONTACT_SUPPORT}]");

        run("classify", "--policy", policy.toString(), file("log", LOST).toString());

        assertThat(lines().getFirst().get("action").asText()).isEqualTo("CONTACT_SUPPORT");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--source smoke",
                "--source slurm",
                "--driver new",
                "--policy /does/not/exist",
                "--source",
            })
    void wrongUsageIsTwo(String line) {
        List<String> arguments = new ArrayList<>(List.of("classify"));
        arguments.addAll(List.of(line.split(" ")));

        assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsOneLine() {
        assertThat(run("classify", folder.resolve("none").toString())).isEqualTo(1);
        assertThat(err.toString().lines()).hasSize(1);
    }

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return file;
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    @Test
    void isTheSameCommandWhetherTheOthersAreKnownOrNot() {
        assertThat(
                        Medevac.commandLine("classify")
                                .getSubcommands()
                                .get("classify")
                                .getUsageMessage())
                .isEqualTo(
                        Medevac.commandLine().getSubcommands().get("classify").getUsageMessage());
    }

    private int run(String... arguments) {
        CommandLine line = Medevac.commandLine(arguments);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int exitCode = line.execute(arguments);
        line.getOut().flush();
        line.getErr().flush();
        return exitCode;
    }
}
