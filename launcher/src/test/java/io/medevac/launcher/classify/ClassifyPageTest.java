package io.medevac.launcher.classify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.detection.Source;
import io.medevac.launcher.classify.Classification.Given;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/classify.md is what the command does. Regenerate it with {@code mvn -pl launcher -am test
 * -Dtest=ClassifyPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dmedevac.docs.write=true}.
 */
class ClassifyPageTest {
    private static final Path PAGE = Path.of("../docs/classify.md");
    private static final Path ROWS =
            Path.of("../domain/src/test/resources/io/medevac/domain/detection/kernlog.tsv");
    private static final int SHOWN = 90;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path folder;

    @Test
    void thePageIsWhatTheCommandDoes() throws IOException {
        StringBuilder page = new StringBuilder(Corpus.resource("classify.md"));
        List<List<String>> rows;
        try (Stream<String> lines = Files.lines(ROWS)) {
            rows = lines.skip(1).map(line -> List.of(line.split("\t", -1))).toList();
        }
        for (List<String> row : rows) {
            page.append(tableRow(row, rows));
        }
        page.append(Corpus.resource("classify-sources.md"));
        for (Corpus.Case input : Corpus.records()) {
            page.append(tableRow(input, Corpus.classify(input, false, folder)));
        }
        page.append(Corpus.resource("classify-incidents.md"));
        for (Corpus.Case input : Corpus.incidents()) {
            page.append(incidentRow(input, Corpus.classify(input, true, folder)));
        }

        if (Boolean.getBoolean("medevac.docs.write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).content().isEqualTo(page.toString());
    }

    private static String tableRow(Corpus.Case input, List<JsonNode> got) {
        return line(
                input.name(),
                input.source().name().toLowerCase(Locale.ROOT),
                several(input.expected()),
                several(
                        got.stream()
                                .map(object -> Corpus.values(object, Corpus.OF_RECORD))
                                .toList()),
                several(got.stream().map(object -> object.get("rule").asText()).toList()));
    }

    private static String incidentRow(Corpus.Case input, List<JsonNode> got) {
        return line(
                input.name(),
                String.join(" ", input.inputs()),
                several(input.expected()),
                several(
                        got.stream()
                                .map(object -> Corpus.values(object, Corpus.OF_INCIDENT))
                                .toList()),
                several(got.stream().map(ClassifyPageTest::notes).toList()));
    }

    private static String notes(JsonNode object) {
        List<String> notes = new ArrayList<>();
        object.get("notes").forEach(note -> notes.add(note.asText()));
        return String.join("; ", notes);
    }

    private static String several(List<String> texts) {
        return texts.isEmpty() ? "nothing" : String.join("<br>", texts).replace("|", "\\|");
    }

    private String tableRow(List<String> row, List<List<String>> rows) throws IOException {
        List<String> identity = identityLines(row, rows);
        List<JsonNode> got = classify(identity, lines(row.get(2)));
        boolean none = row.get(3).startsWith("NOT_A_");
        assertThat(got).as(row.get(0)).hasSize(none ? 0 : 1);
        String expected = none ? "no record" : expected(row);
        if (none) {
            return line(row.get(0), shown(row.get(2)), expected, "no record", "", "", "", "");
        }
        JsonNode one = got.getFirst();
        return line(
                row.get(0),
                shown(row.get(2)),
                expected,
                facts(one),
                one.get("scope").asText(),
                one.get("severity").asText(),
                one.get("action").asText(),
                one.get("rule").asText());
    }

    /** The lines before it in its log that tell the UUID it names. */
    private static List<String> identityLines(List<String> row, List<List<String>> rows) {
        return !row.get(3).equals("XID") || row.get(6).isEmpty()
                ? List.of()
                : rows.stream()
                        .filter(other -> other.get(3).equals("GPU_IDENTITY"))
                        .filter(other -> other.get(6).equals(row.get(6)))
                        .flatMap(other -> lines(other.get(2)).stream())
                        .toList();
    }

    private List<JsonNode> classify(List<String> before, List<String> lines) throws IOException {
        Path file = folder.resolve("log");
        List<String> all = new ArrayList<>(before);
        all.addAll(lines);
        Files.writeString(file, String.join("\n", all) + "\n");
        StringWriter out = new StringWriter();
        Classification.of(Source.KERNEL, new Given(null, null, null, null))
                .run(List.of(file), new PrintWriter(out));
        List<JsonNode> got = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            JsonNode object = JSON.readTree(line);
            if (object.get("line").asInt() > before.size()) {
                got.add(object);
            }
        }
        return got;
    }

    private static String expected(List<String> row) {
        String gpu = row.get(3).equals("GPU_IDENTITY") ? "" : row.get(6);
        return words(
                row.get(3),
                row.get(4).replace("-equivalent", ""),
                row.get(5),
                gpu,
                named("pid", row.get(7)),
                row.get(8),
                named("link", row.get(9)));
    }

    private static String facts(JsonNode got) {
        String gpu = got.get("kind").asText().equals("GPU_IDENTITY") ? "" : text(got, "gpu");
        return words(
                text(got, "kind"),
                text(got, "code"),
                text(got, "pci"),
                gpu,
                named("pid", text(got, "pid")),
                text(got, "process"),
                named("link", text(got, "link")));
    }

    private static String text(JsonNode got, String name) {
        return got.get(name).isNull() ? "" : got.get(name).asText();
    }

    private static String named(String name, String value) {
        return value.isEmpty() ? "" : name + "=" + value;
    }

    private static String words(String... words) {
        return String.join(" ", Stream.of(words).filter(word -> !word.isEmpty()).toList());
    }

    private static List<String> lines(String cell) {
        return List.of(cell.replace("\\r", "\r").split("\\\\n"));
    }

    private static String shown(String cell) {
        String one = cell.replaceAll("\\\\n *", " ⏎ ").replace("\\r", "");
        String cut = one.length() <= SHOWN ? one : one.substring(0, SHOWN) + "…";
        return "`" + cut.replace("|", "\\|") + "`";
    }

    private static String line(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
