package io.medevac.notifier.adapter.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.domain.notification.Message;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Recipient;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Between deliveries and their rows. */
final class DeliveryRows {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(DeserializationFeature.USE_LONG_FOR_INTS).build();

    private DeliveryRows() {}

    static DeliveryRow row(Delivery delivery) {
        DeliveryRow row = new DeliveryRow();
        row.id = delivery.id();
        row.eventId = delivery.origin().eventId();
        row.incidentId = delivery.origin().incidentId();
        row.cluster = delivery.origin().cluster();
        row.node = delivery.origin().node();
        row.occurredAt = delivery.origin().occurredAt();
        row.audience = delivery.audience();
        row.route = delivery.recipient().route();
        row.channel = delivery.recipient().channel();
        row.recipient = delivery.recipient().name();
        setMessage(row, delivery.message());
        row.createdAt = delivery.createdAt();
        setState(row, delivery.state());
        return row;
    }

    static void setMessage(DeliveryRow row, Message message) {
        row.type = message.type();
        row.title = message.title();
        row.text = message.text();
        row.html = message.html();
        row.data = json(message.data());
    }

    static void setState(DeliveryRow row, State state) {
        row.attempts = state.attempts();
        switch (state) {
            case State.Pending pending -> row.state = DeliveryRow.State.PENDING;
            case State.Delivered delivered -> {
                row.state = DeliveryRow.State.DELIVERED;
                row.endedAt = delivered.at();
            }
            case State.Failed failed -> {
                row.state = DeliveryRow.State.FAILED;
                row.endedAt = failed.at();
                row.reason = failed.reason();
            }
        }
    }

    static Delivery delivery(DeliveryRow row) {
        return new Delivery(
                row.id,
                new Origin(row.eventId, row.incidentId, row.cluster, row.node, row.occurredAt),
                row.audience,
                new Recipient(row.route, row.channel, row.recipient),
                new Message(row.type, row.title, row.text, row.html, data(row.data)),
                row.createdAt,
                state(row));
    }

    private static State state(DeliveryRow row) {
        return switch (row.state) {
            case PENDING -> new State.Pending(row.attempts);
            case DELIVERED -> new State.Delivered(row.attempts, ended(row));
            case FAILED ->
                    new State.Failed(
                            row.attempts,
                            ended(row),
                            Optional.ofNullable(row.reason).orElseThrow());
        };
    }

    private static Instant ended(DeliveryRow row) {
        return Objects.requireNonNull(row.endedAt, "an ended delivery has a time");
    }

    private static String json(Map<String, Object> data) {
        try {
            return JSON.writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("message data is no JSON", e);
        }
    }

    private static Map<String, Object> data(String json) {
        try {
            return JSON.readValue(json, new TypeReference<Map<String, Object>>() {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("stored message data is no JSON", e);
        }
    }
}
