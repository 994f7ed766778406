package io.medevac.wire;

import io.medevac.events.EventHeader;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** What the schema itself says of an event: its topic and its header. */
public final class EventTypes {
    private static final String TOPIC = "medevac.topic";

    private EventTypes() {}

    /**
     * Topic the event belongs to.
     *
     * @throws PermanentFailure when the record is no event (its schema names no topic)
     */
    public static String topicOf(SpecificRecord event) {
        Schema schema = event.getSchema();
        String topic = schema.getProp(TOPIC);
        if (topic == null) {
            throw new PermanentFailure(schema.getFullName() + " is no event: no " + TOPIC);
        }
        return topic;
    }

    /** Header of the event: the first field of every event. */
    public static EventHeader headerOf(SpecificRecord event) {
        if (event.get(0) instanceof EventHeader header) {
            return header;
        }
        throw new PermanentFailure(event.getSchema().getFullName() + " is no event: no header");
    }

    /**
     * Refuses an event that names no node, so that its key would say nothing.
     *
     * @throws PermanentFailure when it names none
     */
    public static void requireNode(SpecificRecord event) {
        if (headerOf(event).getNode().isBlank()) {
            throw new PermanentFailure(event.getSchema().getFullName() + " names no node");
        }
    }

    /** Record key: {@code <cluster>/<node>}, so that the events of one node keep their order. */
    public static String keyOf(EventHeader header) {
        return header.getCluster() + "/" + header.getNode();
    }
}
