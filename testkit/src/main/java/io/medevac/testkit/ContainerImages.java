package io.medevac.testkit;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Names of the images, of {@code testkit/containers/images.properties}.
 *
 * @param kind {@code pulled} or {@code local}, as the variable {@code TESTKIT_IMAGES} says
 * @param names all names in the file
 */
record ContainerImages(String kind, Properties names) {

    private static final List<String> PARTS = List.of("kafka", "postgres", "registry", "connect");

    static ContainerImages ofThisRun() {
        String kind = System.getenv().getOrDefault("TESTKIT_IMAGES", "");
        if (System.getenv("DOCKER_HOST") == null || kind.isEmpty()) {
            throw new IllegalStateException(
                    "TESTKIT_MODE=container needs an engine and images: start the tests with"
                            + " ./medevac, or run  eval \"$(testkit/containers/ready)\"  first");
        }
        Properties names = new Properties();
        try (Reader file =
                Files.newBufferedReader(
                        Repository.root().resolve("testkit/containers/images.properties"))) {
            names.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ContainerImages(kind, names);
    }

    /**
     * Image of a part.
     *
     * @throws IllegalStateException when the file has none
     */
    String of(String part) {
        String name = names.getProperty(kind + "." + part);
        if (name == null) {
            throw new IllegalStateException("images.properties has no %s.%s".formatted(kind, part));
        }
        return name;
    }

    @Override
    public String toString() {
        return PARTS.stream().map(this::of).collect(Collectors.joining(", "));
    }
}
