package io.medevac.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Events as bytes in Confluent wire format: a zero byte, the schema id (4 bytes, big endian), the
 * Avro binary encoding.
 */
public final class EventCodec {
    private static final byte MAGIC = 0;
    private static final int PREFIX = 1 + Integer.BYTES;
    private static final String PACKAGE = "io.medevac.events";

    /** Finds the event classes where this class comes from, whatever loaded Avro. */
    private static final SpecificData DATA = new SpecificData(EventCodec.class.getClassLoader());

    static {
        DATA.addLogicalTypeConversion(new Conversions.UUIDConversion());
        DATA.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
    }

    private final SchemaRegistry registry;

    public EventCodec(SchemaRegistry registry) {
        this.registry = registry;
    }

    /** Whether encoding this event needs no call to the registry. */
    public boolean canEncodeWithoutBlocking(SpecificRecord event) {
        return registry.knows(event.getSchema());
    }

    /** Encodes; see {@link SchemaRegistry} for its failures. */
    public byte[] encode(SpecificRecord event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        bytes.write(MAGIC);
        bytes.writeBytes(
                ByteBuffer.allocate(Integer.BYTES)
                        .putInt(registry.idOf(event.getSchema()))
                        .array());
        try {
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new SpecificDatumWriter<SpecificRecord>(event.getSchema(), DATA).write(event, encoder);
            encoder.flush();
        } catch (IOException | RuntimeException e) {
            throw new PermanentFailure("cannot encode " + event.getSchema().getFullName(), e);
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes with the writer's schema from the registry into our class of the same name.
     *
     * @throws PermanentFailure when the bytes are no event of ours
     * @throws TransientFailure when the registry does not answer
     */
    public SpecificRecord decode(byte[] value) {
        if (value == null || value.length < PREFIX || value[0] != MAGIC) {
            throw new PermanentFailure(
                    "not in Confluent wire format: "
                            + (value == null ? "no value" : value.length + " bytes"));
        }
        Schema writer = registry.byId(ByteBuffer.wrap(value, 1, Integer.BYTES).getInt());
        Class<? extends SpecificRecord> type = classOf(writer);
        try {
            BinaryDecoder decoder =
                    DecoderFactory.get().binaryDecoder(value, PREFIX, value.length - PREFIX, null);
            SpecificRecord event =
                    new SpecificDatumReader<SpecificRecord>(writer, DATA.getSchema(type), DATA)
                            .read(null, decoder);
            if (!decoder.isEnd()) {
                throw new PermanentFailure("bytes left over after " + writer.getFullName());
            }
            return event;
        } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
            throw new PermanentFailure("cannot decode " + writer.getFullName() + ": " + e, e);
        }
    }

    private static Class<? extends SpecificRecord> classOf(Schema writer) {
        if (!PACKAGE.equals(writer.getNamespace())) {
            throw new PermanentFailure(writer.getFullName() + " is none of our events");
        }
        try {
            return Class.forName(writer.getFullName(), true, EventCodec.class.getClassLoader())
                    .asSubclass(SpecificRecord.class);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new PermanentFailure(
                    writer.getFullName() + " is not known to this version of Medevac", e);
        }
    }
}
