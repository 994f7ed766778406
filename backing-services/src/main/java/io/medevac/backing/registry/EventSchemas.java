package io.medevac.backing.registry;

import io.medevac.events.EventHeader;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** The schemas of all events of Medevac: those that name the topic they belong on. */
public final class EventSchemas {

    private static final String TOPIC = "medevac.topic";

    private EventSchemas() {}

    /** Every event schema, sorted by name. */
    public static List<Schema> all() {
        Path place = place();
        try {
            if (Files.isDirectory(place)) {
                return in(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return in(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the event classes in %s cannot be listed".formatted(place), e);
        }
    }

    private static List<Schema> in(Path root) throws IOException {
        Path folder = root.resolve(EventHeader.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .sorted()
                    .map(name -> schema(name.substring(0, name.length() - ".class".length())))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    private static Optional<Schema> schema(String simpleName) {
        try {
            Class<?> type =
                    Class.forName(
                            EventHeader.class.getPackageName() + "." + simpleName,
                            true,
                            EventHeader.class.getClassLoader());
            Schema schema = SpecificData.get().getSchema(type);
            return Optional.of(schema).filter(candidate -> candidate.getObjectProp(TOPIC) != null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path place() {
        try {
            URI location =
                    EventHeader.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(location);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
