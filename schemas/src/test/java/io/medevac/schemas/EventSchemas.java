package io.medevac.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/** The schemas of this module as they stand in {@code src/main/avro}. */
final class EventSchemas {

    static final String TOPIC = "medevac.topic";
    static final String PRODUCER = "medevac.producer";
    static final Path MODULE = Path.of(System.getProperty("basedir", "."));

    private static final SortedMap<String, Schema> ALL = load();

    private EventSchemas() {}

    /** Every named schema by full name. */
    static SortedMap<String, Schema> all() {
        return ALL;
    }

    /** The records that are written to a topic, by topic and name. */
    static List<Schema> events() {
        return ALL.values().stream()
                .filter(schema -> schema.getProp(TOPIC) != null)
                .sorted(
                        Comparator.comparing((Schema schema) -> schema.getProp(TOPIC))
                                .thenComparing(Schema::getName))
                .toList();
    }

    /** The named schemas that events are made of, by name. */
    static List<Schema> parts() {
        return ALL.values().stream().filter(schema -> schema.getProp(TOPIC) == null).toList();
    }

    private static SortedMap<String, Schema> load() {
        SchemaParser parser = new SchemaParser();
        try (var files = Files.walk(MODULE.resolve("src/main/avro"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".avsc")).sorted().toList()) {
                parser.parse(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SortedMap<String, Schema> schemas = new TreeMap<>();
        parser.getParsedNamedSchemas().forEach(schema -> schemas.put(schema.getFullName(), schema));
        return schemas;
    }
}
