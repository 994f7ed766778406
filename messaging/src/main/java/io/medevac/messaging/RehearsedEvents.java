package io.medevac.messaging;

import io.medevac.events.FaultSummary;
import io.medevac.events.Gpu;
import io.medevac.events.RecommendedAction;
import io.medevac.events.Severity;
import io.medevac.wire.EventCodec;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.avro.specific.SpecificRecord;

/** What the rehearsals of all services have in common. */
@ApplicationScoped
public class RehearsedEvents {
    private static final String MADE_UP = "rehearsal";

    private final EventCodec codec;

    RehearsedEvents(EventCodec codec) {
        this.codec = codec;
    }

    /** The event as it comes from the topic: written and read, its schema registered. */
    @SuppressWarnings("unchecked")
    public <T extends SpecificRecord> T received(T event) {
        return (T) codec.decode(codec.encode(event));
    }

    /** A fault that costs the node. */
    public static FaultSummary fault() {
        return FaultSummary.newBuilder()
                .setKind("XID")
                .setCode(79)
                .setGpu(Gpu.newBuilder().setIndex(0).setPci(null).setUuid(null).build())
                .setSeverity(Severity.CRITICAL)
                .setAction(RecommendedAction.REPLACE_NODE)
                .setRule(MADE_UP)
                .setMessage(MADE_UP)
                .build();
    }
}
