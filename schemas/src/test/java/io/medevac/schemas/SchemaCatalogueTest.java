package io.medevac.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The catalogue in README.md says of each event what its schema says, in the same order. */
class SchemaCatalogueTest {

    private static final Set<String> CONSUMERS =
            Set.of("detector", "remediator", "slurm-bridge", "notifier", "launcher");

    @Test
    void listsEveryEventWithItsTopicKeyAndProducer() throws IOException {
        List<List<String>> expected =
                EventSchemas.events().stream().map(SchemaCatalogueTest::row).toList();

        assertThat(catalogue().stream().map(cells -> cells.subList(0, 4)).toList())
                .isEqualTo(expected);
    }

    @Test
    void namesOnlyPartsOfMedevacAsConsumers() throws IOException {
        for (List<String> cells : catalogue()) {
            assertThat(CONSUMERS)
                    .as("consumers of %s", cells.getFirst())
                    .containsAll(Arrays.asList(cells.get(4).split(", ")));
        }
    }

    @Test
    void saysSinceWhichVersionOfMedevacEachEventExists() throws IOException {
        for (List<String> cells : catalogue()) {
            assertThat(cells.get(5)).as(cells.getFirst()).matches("[0-9]+\\.[0-9]+");
        }
    }

    private static List<String> row(Schema event) {
        return List.of(
                event.getName(),
                event.getProp(EventSchemas.TOPIC),
                "cluster/node",
                event.getProp(EventSchemas.PRODUCER));
    }

    private static List<List<String>> catalogue() throws IOException {
        return Files.readAllLines(EventSchemas.MODULE.resolve("README.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(1, line.length() - 1).replace("`", ""))
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .toList();
    }
}
