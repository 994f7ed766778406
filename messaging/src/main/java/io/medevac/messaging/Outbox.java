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
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
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
                    + " ce_subject, traceparent) SELECT id, topic, key, type, decode(payload,"
                    + " 'hex'), :source, time, key, trace FROM unnest(CAST(:ids AS uuid[]),"
                    + " CAST(:topics AS text[]), CAST(:keys AS text[]), CAST(:types AS text[]),"
                    + " CAST(:payloads AS text[]), CAST(:times AS text[]), CAST(:traces AS text[]))"
                    + " WITH ORDINALITY AS event (id, topic, key, type, payload, time, trace,"
                    + " place) ORDER BY place";

    /** More would only make the statement longer, and the time until the first row is sent. */
    private static final int AT_ONCE = 1_000;

    /** Kafka takes records of 1 MiB; key and headers come on top of the payload. */
    private static final int MAX_BYTES = 1_000_000;

    private static final HexFormat HEX = HexFormat.of();

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
        return appendAll(session, List.of(event));
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

    /** Appends in this order, many with one statement; fails like {@link #append}. */
    public Uni<Void> appendAll(Mutiny.Session session, List<? extends SpecificRecord> events) {
        events.forEach(EventTypes::requireNode);
        List<List<? extends SpecificRecord>> parts = new ArrayList<>();
        for (int from = 0; from < events.size(); from += AT_ONCE) {
            parts.add(events.subList(from, Math.min(events.size(), from + AT_ONCE)));
        }
        return Transactions.inOrder(parts, part -> appendPart(session, part));
    }

    private Uni<Void> appendPart(Mutiny.Session session, List<? extends SpecificRecord> events) {
        return encoded(events).chain(payloads -> insert(session, events, payloads));
    }

    private Uni<Void> insert(
            Mutiny.Session session, List<? extends SpecificRecord> events, List<String> payloads) {
        return session.createNativeQuery(INSERT)
                .setParameter("source", "/medevac/" + service)
                .setParameter("ids", column(events, EventHeader::getEventId, UUID[]::new))
                .setParameter(
                        "topics", events.stream().map(EventTypes::topicOf).toArray(String[]::new))
                .setParameter("keys", column(events, EventTypes::keyOf, String[]::new))
                .setParameter(
                        "types",
                        events.stream()
                                .map(event -> event.getSchema().getFullName())
                                .toArray(String[]::new))
                .setParameter("payloads", payloads.toArray(String[]::new))
                .setParameter("times", column(events, Outbox::time, String[]::new))
                .setParameter("traces", column(events, TraceParent::of, String[]::new))
                .executeUpdate()
                .replaceWithVoid();
    }

    private static <T> T[] column(
            List<? extends SpecificRecord> events,
            Function<EventHeader, T> value,
            IntFunction<T[]> array) {
        return events.stream().map(EventTypes::headerOf).map(value).toArray(array);
    }

    private static String time(EventHeader header) {
        return DateTimeFormatter.ISO_INSTANT.format(header.getOccurredAt());
    }

    /** The first event of each type asks the registry for its schema id, off the event loop. */
    private Uni<List<String>> encoded(List<? extends SpecificRecord> events) {
        if (events.stream().allMatch(codec::canEncodeWithoutBlocking)) {
            return Uni.createFrom().item(() -> encode(events));
        }
        Context context = Vertx.currentContext();
        return Uni.createFrom()
                .item(() -> encode(events))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool())
                .emitOn(task -> context.runOnContext(task));
    }

    private List<String> encode(List<? extends SpecificRecord> events) {
        List<String> payloads = new ArrayList<>(events.size());
        for (SpecificRecord event : events) {
            byte[] payload = codec.encode(event);
            requireSendable(event, payload);
            payloads.add(HEX.formatHex(payload));
        }
        return payloads;
    }
}
