package io.medevac.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.domain.detection.Text;
import io.medevac.domain.detection.alert.Alert;
import io.medevac.domain.detection.alert.Alert.Status;
import io.medevac.domain.detection.alert.AlertGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of one call of Alertmanager's webhook.
 *
 * @param group what could be read
 * @param unreadable alerts of it that have no labels, from 0
 */
public record AlertBody(AlertGroup group, int unreadable) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String VERSION = "4";
    private static final int LONGEST_REASON = 200;

    /** A body that is none of version 4; the message says in one line what is wrong. */
    public static final class UnreadableBody extends Exception {
        private static final long serialVersionUID = 1L;

        private UnreadableBody(String message) {
            super(message);
        }
    }

    /**
     * Reads a body.
     *
     * @param most alerts that it may have
     * @throws UnreadableBody when nothing of it can be used
     */
    public static AlertBody read(byte[] body, int most) throws UnreadableBody {
        JsonNode json = parse(body);
        if (json == null || !json.isObject()) {
            throw new UnreadableBody("the body is no JSON object");
        }
        if (!Json.text(json, "version").equals(VERSION)) {
            throw new UnreadableBody(
                    "version is not \"4\": send the body of Alertmanager's webhook");
        }
        if (!json.path("alerts").isArray()) {
            throw new UnreadableBody("alerts is no list");
        }
        int alerts = json.path("alerts").size();
        if (alerts > most) {
            throw new UnreadableBody(
                    "%d alerts, at most %d are taken: set max_alerts of the receiver"
                            .formatted(alerts, most));
        }
        return group(json);
    }

    private static JsonNode parse(byte[] body) throws UnreadableBody {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            throw new UnreadableBody(
                    "the body is no JSON: "
                            + Text.cut(Text.clean(e.getOriginalMessage()), LONGEST_REASON));
        } catch (IOException e) {
            throw new UnreadableBody("the body is no text in UTF-8, UTF-16 or UTF-32");
        }
    }

    static AlertBody group(JsonNode body) {
        List<Alert> alerts = new ArrayList<>();
        int unreadable = 0;
        for (JsonNode alert : body.path("alerts")) {
            if (alert.path("labels").isObject()) {
                alerts.add(alert(alert));
            } else {
                unreadable++;
            }
        }
        long truncated = Math.max(0, body.path("truncatedAlerts").asLong());
        return new AlertBody(new AlertGroup(alerts, truncated), unreadable);
    }

    static Alert alert(JsonNode alert) {
        return new Alert(
                Json.text(alert, "status").equals("resolved") ? Status.RESOLVED : Status.FIRING,
                Json.texts(alert.path("labels")),
                Json.texts(alert.path("annotations")),
                Json.time(alert, "startsAt"),
                Json.text(alert, "fingerprint"));
    }
}
