package io.medevac.schemas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Payloads between Avro's JSON encoding, its binary encoding and the generated classes. */
final class Payload {

    private Payload() {}

    static GenericRecord fromJson(Schema schema, String json) throws IOException {
        return new GenericDatumReader<GenericRecord>(schema)
                .read(null, DecoderFactory.get().jsonDecoder(schema, json));
    }

    static String toJson(GenericRecord payload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonEncoder encoder = EncoderFactory.get().jsonEncoder(payload.getSchema(), out, true);
        new GenericDatumWriter<GenericRecord>(payload.getSchema()).write(payload, encoder);
        encoder.flush();
        return out.toString(StandardCharsets.UTF_8) + "\n";
    }

    static byte[] toBinary(GenericRecord payload) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(payload.getSchema()).write(payload, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    /** What a reader with one schema makes of bytes written with another. */
    static GenericRecord read(Schema writer, Schema reader, byte[] binary) throws IOException {
        return new GenericDatumReader<GenericRecord>(writer, reader, GenericData.get())
                .read(null, DecoderFactory.get().binaryDecoder(binary, null));
    }

    /** What a service of this version makes of bytes written with some schema. */
    static SpecificRecord readByService(Schema writer, byte[] binary) throws IOException {
        Class<?> type = SpecificData.get().getClass(writer);
        Schema reader = SpecificData.get().getSchema(type);
        return new SpecificDatumReader<SpecificRecord>(
                        writer, reader, SpecificData.getForClass(type))
                .read(null, DecoderFactory.get().binaryDecoder(binary, null));
    }

    static byte[] writeByService(SpecificRecord event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new SpecificDatumWriter<SpecificRecord>(
                        event.getSchema(), SpecificData.getForClass(event.getClass()))
                .write(event, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
