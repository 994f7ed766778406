package io.medevac.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaStyleTest {

    private static final String TOPIC_FORM = "medevac\\.[a-z]+\\.v[1-9][0-9]*";
    private static final List<String> PRODUCERS =
            List.of("detector", "remediator", "slurm-bridge", "notifier", "launcher");

    static Stream<Schema> all() {
        return EventSchemas.all().values().stream();
    }

    static Stream<Schema> events() {
        return EventSchemas.events().stream();
    }

    static Stream<Schema> records() {
        return all().filter(schema -> schema.getType() == Schema.Type.RECORD);
    }

    static Stream<Schema> enums() {
        return all().filter(schema -> schema.getType() == Schema.Type.ENUM);
    }

    @ParameterizedTest
    @MethodSource("all")
    void livesInTheNamespaceOfTheEvents(Schema schema) {
        assertThat(schema.getNamespace()).isEqualTo("io.medevac.events");
    }

    @ParameterizedTest
    @MethodSource("all")
    void saysWhatItIsInASentence(Schema schema) {
        assertThat(schema.getDoc()).as(schema.getName()).isNotBlank().endsWith(".");
    }

    @ParameterizedTest
    @MethodSource("records")
    void documentsEveryField(Schema schema) {
        for (Schema.Field field : schema.getFields()) {
            assertThat(field.doc())
                    .as(schema.getName() + "." + field.name())
                    .isNotBlank()
                    .endsWith(".");
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void putsNullFirstWithNullAsDefaultInUnions(Schema schema) {
        for (Schema.Field field : schema.getFields()) {
            if (field.schema().isUnion()) {
                String where = schema.getName() + "." + field.name();
                assertThat(field.schema().getTypes().getFirst().getType())
                        .as(where)
                        .isEqualTo(Schema.Type.NULL);
                assertThat(field.schema().getTypes()).as(where).hasSize(2);
                assertThat(field.hasDefaultValue()).as(where).isTrue();
                assertThat(field.defaultVal()).as(where).isEqualTo(JsonProperties.NULL_VALUE);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void writesPointsInTimeInMicroseconds(Schema schema) {
        for (Schema.Field field : schema.getFields()) {
            if (field.name().equals("at") || field.name().endsWith("At")) {
                assertThat(present(field.schema()).getLogicalType())
                        .as(schema.getName() + "." + field.name())
                        .isEqualTo(LogicalTypes.timestampMicros());
            }
        }
    }

    private static Schema present(Schema schema) {
        return schema.isUnion() ? schema.getTypes().getLast() : schema;
    }

    @ParameterizedTest
    @MethodSource("enums")
    void readsAnUnknownSymbolAsUnknown(Schema schema) {
        assertThat(schema.getEnumDefault()).isEqualTo("UNKNOWN");
        assertThat(schema.getEnumSymbols()).contains("UNKNOWN");
    }

    @ParameterizedTest
    @MethodSource("events")
    void beginsWithTheHeader(Schema event) {
        Schema.Field first = event.getFields().getFirst();

        assertThat(first.name()).isEqualTo("header");
        assertThat(first.schema().getFullName()).isEqualTo("io.medevac.events.EventHeader");
    }

    @ParameterizedTest
    @MethodSource("events")
    void namesItsTopicAndItsOneProducer(Schema event) {
        assertThat(event.getProp(EventSchemas.TOPIC)).matches(TOPIC_FORM);
        assertThat(event.getProp(EventSchemas.PRODUCER)).isIn(PRODUCERS);
    }
}
