package io.medevac.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;

/** The frozen copies under {@code src/test/resources/released/<full name>/<version>.avsc}. */
final class ReleasedSchemas {

    private static final Path ROOT = EventSchemas.MODULE.resolve("src/test/resources/released");

    private ReleasedSchemas() {}

    /** Full names that have been released. */
    static List<String> names() {
        return list(ROOT).stream().map(path -> path.getFileName().toString()).sorted().toList();
    }

    /** Versions of an event from the first one on; empty when it was never released. */
    static List<Integer> versions(String fullName) {
        return list(ROOT.resolve(fullName)).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.endsWith(".avsc"))
                .map(name -> Integer.valueOf(name.substring(0, name.indexOf('.'))))
                .sorted()
                .toList();
    }

    static Schema schema(String fullName, int version) {
        return new SchemaParser().parse(read(avsc(fullName, version))).mainSchema();
    }

    /** One payload of that version in Avro's JSON encoding. */
    static String sample(String fullName, int version) {
        return read(samplePath(fullName, version));
    }

    static Path avsc(String fullName, int version) {
        return ROOT.resolve(fullName).resolve(version + ".avsc");
    }

    static Path samplePath(String fullName, int version) {
        return ROOT.resolve(fullName).resolve(version + ".json");
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var paths = Files.list(folder)) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
