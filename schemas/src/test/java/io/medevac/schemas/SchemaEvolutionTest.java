package io.medevac.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Full transitive compatibility: every version ever released reads every other, and today's. */
class SchemaEvolutionTest {

    /** One event in one released version. */
    record Release(String fullName, int version) {
        Schema schema() {
            return ReleasedSchemas.schema(fullName, version);
        }

        GenericRecord sample() throws IOException {
            return Payload.fromJson(schema(), ReleasedSchemas.sample(fullName, version));
        }
    }

    static Stream<String> events() {
        return EventSchemas.events().stream().map(Schema::getFullName);
    }

    static Stream<Release> releases() {
        return ReleasedSchemas.names().stream()
                .flatMap(
                        name ->
                                ReleasedSchemas.versions(name).stream()
                                        .map(version -> new Release(name, version)));
    }

    @ParameterizedTest
    @MethodSource("events")
    void isFrozenFromItsFirstVersionOn(String event) throws IOException {
        if (Regeneration.requested() && ReleasedSchemas.versions(event).isEmpty()) {
            Freeze.firstVersion(EventSchemas.all().get(event));
        }

        assertThat(ReleasedSchemas.versions(event))
                .as("frozen versions of %s; write the first with: %s", event, Regeneration.COMMAND)
                .isNotEmpty()
                .isEqualTo(
                        IntStream.rangeClosed(1, ReleasedSchemas.versions(event).size())
                                .boxed()
                                .toList());
    }

    @Test
    void neverDropsAReleasedEvent() {
        assertThat(EventSchemas.all().keySet()).containsAll(ReleasedSchemas.names());
    }

    @ParameterizedTest
    @MethodSource("events")
    void readsEveryOtherVersionBothWays(String event) {
        List<Schema> history = history(event);
        for (Schema reader : history) {
            for (Schema writer : history) {
                var answer = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);

                assertThat(answer.getType())
                        .as("%s: %s", event, answer.getDescription())
                        .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void decodesTheSampleOfARelease(Release release) throws IOException {
        byte[] binary = Payload.toBinary(release.sample());

        for (Schema reader : history(release.fullName())) {
            assertThat(Payload.read(release.schema(), reader, binary).getSchema())
                    .isEqualTo(reader);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void keepsEveryValueThroughTheGeneratedClass(Release release) throws IOException {
        Schema current = EventSchemas.all().get(release.fullName());
        assumeThat(current).isNotNull();
        byte[] binary = Payload.toBinary(release.sample());
        var event = Payload.readByService(release.schema(), binary);

        byte[] again = Payload.writeByService(event);

        assertThat(Payload.read(current, release.schema(), again)).isEqualTo(release.sample());
    }

    private static List<Schema> history(String event) {
        List<Schema> history = new ArrayList<>();
        ReleasedSchemas.versions(event)
                .forEach(version -> history.add(ReleasedSchemas.schema(event, version)));
        Schema current = EventSchemas.all().get(event);
        if (current != null) {
            history.add(current);
        }
        return history;
    }
}
