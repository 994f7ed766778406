package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every library that we ship or start has a licence of {@code build/licences.txt}. Reads the SBOM
 * that {@code mvn -Psbom} writes, as {@code ./medevac test} does, and lists the licences beside it.
 */
class LicencesTest {
    private static final Path SBOM = Path.of("../target/medevac-sbom.json");
    private static final Path LIST = Path.of("../target/licences.txt");
    private static final Path ALLOWED = Path.of("../build/licences.txt");

    @Test
    void everyLibraryHasALicenceThatIsAllowed() throws IOException {
        assumeThat(SBOM).as("the SBOM is made with -Psbom").exists();
        Map<String, Set<String>> found = new TreeMap<>();
        for (JsonNode library : new ObjectMapper().readTree(SBOM.toFile()).path("components")) {
            if (!library.path("group").asText().equals("io.medevac")) {
                found.put(library.path("purl").asText(), licences(library));
            }
        }

        Files.write(
                LIST,
                found.entrySet().stream()
                        .map(entry -> entry.getKey() + "  " + String.join(" | ", entry.getValue()))
                        .toList());

        Set<String> allowed = allowed();
        assertThat(found).isNotEmpty();
        assertThat(found.entrySet())
                .filteredOn(entry -> entry.getValue().stream().noneMatch(allowed::contains))
                .as("libraries with no licence of build/licences.txt")
                .isEmpty();
    }

    private static Set<String> licences(JsonNode library) {
        List<String> names = new ArrayList<>();
        for (JsonNode choice : library.path("licenses")) {
            JsonNode licence = choice.path("license");
            names.add(
                    choice.has("expression")
                            ? choice.path("expression").asText()
                            : licence.path("id").asText(licence.path("name").asText()));
        }
        return new TreeSet<>(names);
    }

    private static Set<String> allowed() throws IOException {
        return Files.readAllLines(ALLOWED).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .collect(Collectors.toSet());
    }
}
