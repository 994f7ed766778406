package io.medevac.launcher.classify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.detection.Source;
import io.medevac.launcher.classify.Classification.Given;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Inputs of the field, what a person expects of them, and what the command says. */
final class Corpus {
    /** Members of the object of a record, as far as the table has them. */
    static final List<String> OF_RECORD =
            List.of(
                    "line",
                    "node",
                    "kind",
                    "code",
                    "pci",
                    "gpu",
                    "pid",
                    "process",
                    "link",
                    "scope",
                    "severity",
                    "action");

    /** Members of the object of an incident, as far as the table has them. */
    static final List<String> OF_INCIDENT =
            List.of("node", "gpus", "codes", "root", "scope", "severity", "action", "occurrences");

    private static final String NODE = "n9";
    private static final Path DOMAIN =
            Path.of("../domain/src/test/resources/io/medevac/domain/detection");
    private static final Path INTAKE = Path.of("../intake/src/test/resources/io/medevac/intake");
    private static final ObjectMapper JSON = new ObjectMapper();

    private Corpus() {}

    /**
     * One input.
     *
     * @param inputs files, or rows of the kernel log's table
     * @param expected members of the objects that are expected, in order
     */
    record Case(String name, Source source, List<String> inputs, List<String> expected) {

        @Override
        public String toString() {
            return name;
        }
    }

    static String resource(String name) throws IOException {
        try (InputStream text =
                Objects.requireNonNull(Corpus.class.getResourceAsStream(name), name)) {
            return new String(text.readAllBytes(), UTF_8);
        }
    }

    /** Records: a table with source, file, and the members of one object a row. */
    static List<Case> records() throws IOException {
        Map<String, Case> cases = new LinkedHashMap<>();
        for (String row : resource("sources.tsv").lines().skip(1).toList()) {
            List<String> cells = cells(row);
            String file = cells.get(1);
            add(
                    cases,
                    OF_RECORD,
                    file,
                    source(cells.get(0)),
                    List.of(file),
                    cells.subList(2, cells.size()));
        }
        return List.copyOf(cases.values());
    }

    /** Incidents: a table with name, source, inputs, and the members of one object a row. */
    static List<Case> incidents() throws IOException {
        Map<String, Case> cases = new LinkedHashMap<>();
        for (String row : resource("incidents.tsv").lines().skip(1).toList()) {
            List<String> cells = cells(row);
            add(
                    cases,
                    OF_INCIDENT,
                    cells.get(0),
                    source(cells.get(1)),
                    List.of(cells.get(2).split(" ", -1)),
                    cells.subList(3, cells.size()));
        }
        return List.copyOf(cases.values());
    }

    /** What the command says of the inputs. */
    static List<JsonNode> classify(Case input, boolean incidents, Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        if (input.source() == Source.KERNEL) {
            Path log = folder.resolve("log");
            Files.writeString(log, kernelLog(input.inputs()));
            files.add(log);
        } else {
            Path inside = input.source() == Source.DCGM ? DOMAIN.resolve("dcgm") : INTAKE;
            input.inputs().forEach(file -> files.add(inside.resolve(file)));
        }
        Classification classification =
                Classification.of(input.source(), new Given(NODE, null, null, null));
        StringWriter out = new StringWriter();
        if (incidents) {
            classification.runIncidents(files, new PrintWriter(out));
        } else {
            classification.run(files, new PrintWriter(out));
        }
        List<JsonNode> objects = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            objects.add(JSON.readTree(line));
        }
        return objects;
    }

    /** The values of members, shown between blanks; what is null is left out. */
    static String values(JsonNode object, List<String> members) {
        StringJoiner values = new StringJoiner(" ");
        for (String member : members) {
            String value = value(object.get(member));
            if (!value.isEmpty()) {
                values.add(named(member, value));
            }
        }
        return values.toString();
    }

    private static String value(JsonNode value) {
        if (value.isArray()) {
            StringJoiner all = new StringJoiner(" ");
            value.forEach(one -> all.add(one.asText()));
            return all.toString();
        }
        return value.isNull() ? "" : value.asText();
    }

    private static String named(String member, String value) {
        return switch (member) {
            case "node", "kind", "code", "pci", "scope", "severity", "action" -> value;
            default -> member + "=" + value.replace(' ', ',');
        };
    }

    private static void add(
            Map<String, Case> cases,
            List<String> members,
            String name,
            Source source,
            List<String> inputs,
            List<String> cells) {
        StringJoiner values = new StringJoiner(" ");
        for (int i = 0; i < members.size(); i++) {
            if (!cells.get(i).isEmpty()) {
                values.add(named(members.get(i), cells.get(i)));
            }
        }
        List<String> expected = new ArrayList<>();
        if (cases.containsKey(name)) {
            expected.addAll(cases.get(name).expected());
        }
        if (values.length() > 0) {
            expected.add(values.toString());
        }
        cases.put(name, new Case(name, source, inputs, expected));
    }

    private static Source source(String name) {
        return Source.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static String kernelLog(List<String> rows) throws IOException {
        Map<String, String> byId = new LinkedHashMap<>();
        try (Stream<String> table = Files.lines(DOMAIN.resolve("kernlog.tsv"))) {
            table.skip(1).map(Corpus::cells).forEach(cells -> byId.put(cells.get(0), cells.get(2)));
        }
        StringBuilder log = new StringBuilder();
        for (String row : rows) {
            String lines = Objects.requireNonNull(byId.get(row), row);
            log.append(lines.replace("\\r", "\r").replace("\\n", "\n")).append('\n');
        }
        return log.toString();
    }

    private static List<String> cells(String row) {
        return Arrays.asList(row.split("\t", -1));
    }
}
