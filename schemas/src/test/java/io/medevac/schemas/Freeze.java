package io.medevac.schemas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/** Writes the frozen copy of an event that was never released, with a plain sample to edit. */
final class Freeze {

    private static final String ANY_UUID = "0199c0de-0000-7000-8000-000000000000";
    private static final long ANY_TIME = 1_764_438_551_123_456L;

    private Freeze() {}

    /** A sample that is there already stays as it is. */
    static void firstVersion(Schema schema) throws IOException {
        Path sample = ReleasedSchemas.samplePath(schema.getFullName(), 1);
        Regeneration.write(
                ReleasedSchemas.avsc(schema.getFullName(), 1),
                SchemaFormatter.format("json/pretty", schema) + "\n");
        if (Files.notExists(sample)) {
            Regeneration.write(
                    sample, Payload.toJson((GenericRecord) value(schema, schema.getName())));
        }
    }

    private static Object value(Schema schema, String name) {
        return switch (schema.getType()) {
            case RECORD -> record(schema);
            case ENUM -> new GenericData.EnumSymbol(schema, schema.getEnumSymbols().getLast());
            case ARRAY -> List.of(value(schema.getElementType(), name));
            case MAP -> Map.of(name, value(schema.getValueType(), name));
            case UNION -> value(schema.getTypes().getLast(), name);
            case STRING -> LogicalTypes.uuid().equals(schema.getLogicalType()) ? ANY_UUID : name;
            case LONG ->
                    LogicalTypes.timestampMicros().equals(schema.getLogicalType()) ? ANY_TIME : 1L;
            case INT -> 1;
            case BOOLEAN -> true;
            case DOUBLE -> 1.0d;
            case FLOAT -> 1.0f;
            case BYTES, FIXED, NULL ->
                    throw new IllegalArgumentException(
                            name + ": no sample for " + schema.getType());
        };
    }

    private static GenericRecord record(Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        schema.getFields()
                .forEach(field -> record.put(field.pos(), value(field.schema(), field.name())));
        return record;
    }
}
