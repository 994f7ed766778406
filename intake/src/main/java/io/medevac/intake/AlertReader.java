package io.medevac.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.detection.SecondHand;
import io.medevac.domain.detection.alert.AlertGroup;
import io.medevac.domain.detection.alert.Alerts;
import io.medevac.domain.detection.alert.Alerts.Told;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of Alertmanager's webhook (version 4), and alerts as its API lists them. An alert
 * that was read before, from this or another peer, is not told again.
 */
public final class AlertReader {
    private final Alerts alerts;
    private Told told = Told.NONE;
    private long unreadable;
    private long foreign;
    private long resolved;
    private long repeated;

    /** Asks this for what an Xid means. */
    public AlertReader(SecondHand.Catalogue catalogue) {
        this.alerts = new Alerts(new SecondHand(catalogue));
    }

    /** Reads to the end of the stream. */
    public void read(InputStream in, Context context, Consumer<Located> out) throws IOException {
        Documents documents = new Documents(in);
        for (Documents.@Nullable Part part = documents.next();
                part != null;
                part = documents.next()) {
            AlertGroup group =
                    part instanceof Documents.Complete complete
                            ? Json.parse(complete.text()).map(AlertReader::group).orElse(null)
                            : null;
            if (group == null) {
                unreadable++;
                continue;
            }
            Alerts.Step step = alerts.of(told, group, context.node());
            told = step.told();
            foreign += step.foreign();
            resolved += step.resolved();
            repeated += step.repeated();
            for (Finding finding : step.findings()) {
                out.accept(new Located(part.line(), finding));
            }
        }
    }

    /** Bodies that could not be read. */
    public long unreadable() {
        return unreadable;
    }

    /** Alerts that are about no GPU. */
    public long foreign() {
        return foreign;
    }

    /** Alerts that ended. */
    public long resolved() {
        return resolved;
    }

    /** Alerts that were read before. */
    public long repeated() {
        return repeated;
    }

    /** A body, or one alert of a list; null when it is neither. */
    private static @Nullable AlertGroup group(JsonNode body) {
        if (body.path("alerts").isArray()) {
            return AlertBody.group(body).group();
        }
        return body.path("labels").isObject()
                ? new AlertGroup(List.of(AlertBody.alert(body)), 0)
                : null;
    }
}
