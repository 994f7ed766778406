package io.medevac.messaging;

import com.google.errorprone.annotations.CheckReturnValue;
import io.medevac.events.EventHeader;
import io.medevac.wire.EventCodec;
import io.medevac.wire.EventTypes;
import io.medevac.wire.PermanentFailure;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.mutiny.core.Context;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * The only way an event leaves a service: as a row written in the transaction that changes the
 * state. Debezium reads the row from the write-ahead log and puts it on its topic; the row itself
 * stays until {@link OutboxRetention} removes it, to be sent again when that log was lost.
 */
@ApplicationScoped
@CheckReturnValue
public class Outbox {
    private static final String INSERT =
            "INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, ce_source, ce_time,"
                    + " ce_subject, traceparent) VALUES (:id, :topic, :key, :type, :payload,"
                    + " :source, :time, :subject, :traceparent)";

    /** Kafka takes records of 1 MiB; key and headers come on top of the payload. */
    private static final int MAX_BYTES = 1_000_000;

    private final EventCodec codec;
    private final String service;

    /**
     * @param service name of the service, becomes {@code ce_source} {@code /medevac/<service>}
     */
    public Outbox(
            EventCodec codec, @ConfigProperty(name = "quarkus.application.name") String service) {
        this.codec = codec;
        this.service = service;
    }

    /**
     * Appends in the session's transaction; the event is sent when, and only when, that commits.
     *
     * @throws PermanentFailure when it names no node; an event too long for Kafka fails the result
     *     in the same way
     */
    public Uni<Void> append(Mutiny.Session session, SpecificRecord event) {
        EventHeader header = EventTypes.headerOf(event);
        EventTypes.requireNode(event);
        return encoded(event)
                .invoke(payload -> requireSendable(event, payload))
                .chain(payload -> insert(session, event, header, payload))
                .replaceWithVoid();
    }

    /**
     * What Kafka would not take must not get into the outbox, where it would stop all behind it.
     */
    private static void requireSendable(SpecificRecord event, byte[] payload) {
        if (payload.length > MAX_BYTES) {
            throw new PermanentFailure(
                    "%s of %d bytes is longer than the %d that Kafka takes"
                            .formatted(event.getSchema().getFullName(), payload.length, MAX_BYTES));
        }
    }

    /** Appends in this order. */
    public Uni<Void> appendAll(Mutiny.Session session, List<? extends SpecificRecord> events) {
        return Transactions.inOrder(events, event -> append(session, event));
    }

    private Uni<Integer> insert(
            Mutiny.Session session, SpecificRecord event, EventHeader header, byte[] payload) {
        String key = EventTypes.keyOf(header);
        return session.createNativeQuery(INSERT)
                .setParameter("id", header.getEventId())
                .setParameter("topic", EventTypes.topicOf(event))
                .setParameter("key", key)
                .setParameter("type", event.getSchema().getFullName())
                .setParameter("payload", payload)
                .setParameter("source", "/medevac/" + service)
                .setParameter("time", DateTimeFormatter.ISO_INSTANT.format(header.getOccurredAt()))
                .setParameter("subject", key)
                .setParameter("traceparent", TraceParent.of(header))
                .executeUpdate();
    }

    /** The first event of each type asks the registry for its schema id, off the event loop. */
    private Uni<byte[]> encoded(SpecificRecord event) {
        if (codec.canEncodeWithoutBlocking(event)) {
            return Uni.createFrom().item(() -> codec.encode(event));
        }
        Context context = Vertx.currentContext();
        return Uni.createFrom()
                .item(() -> codec.encode(event))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .emitOn(task -> context.runOnContext(task));
    }
}
