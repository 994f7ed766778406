package io.medevac.notifier.adapter.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.notification.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;

/** Body of a webhook: {@code {type, timestamp, data}}, the same at each attempt. */
final class WebhookBody {

    private static final ObjectMapper JSON = new ObjectMapper();

    private WebhookBody() {}

    static String of(Delivery delivery) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("audience", delivery.audience().word());
        data.putAll(delivery.message().data());
        data.put("text", delivery.message().text());
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", delivery.message().type());
        body.put("timestamp", delivery.origin().occurredAt().toString());
        body.put("data", data);
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("message is no JSON", e);
        }
    }
}
