package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import io.medevac.detector.adapter.http.WebhookSignature.Signed;
import io.medevac.detector.application.TakeInAlerts;
import io.medevac.detector.port.AlertMeasurements.Outcome;
import io.medevac.intake.AlertBody;
import io.medevac.intake.AlertBody.UnreadableBody;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Where Alertmanager sends its webhook calls (version 4). 200 means that every alert of the call is
 * stored or counted; a 5xx makes Alertmanager send the call again, a 4xx does not.
 */
@Path("/v1/alerts")
public class AlertsResource {
    private static final Logger LOG = Logger.getLogger(AlertsResource.class);
    private static final int MAX_BODY = 1024 * 1024;
    private static final int MAX_ALERTS = 1000;
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final int UNAVAILABLE = 503;
    private static final String SIGNATURE = "webhook-signature";

    private final BearerToken token;
    private final WebhookSignature signature;
    private final TakeInAlerts takeIn;

    AlertsResource(BearerToken token, WebhookSignature signature, TakeInAlerts takeIn) {
        this.token = token;
        this.signature = signature;
        this.takeIn = takeIn;
    }

    /** Takes a call in; who sends it shows a token, or signs the body. */
    @POST
    @Consumes(MediaType.WILDCARD)
    @Produces(MediaType.TEXT_PLAIN)
    @Blocking
    public Response take(@Context HttpHeaders headers, InputStream in) throws IOException {
        boolean signed = signature.configured() && headers.getHeaderString(SIGNATURE) != null;
        if (!signed) {
            Optional<Refusal> refusal = token.check(headers.getHeaderString("Authorization"));
            if (refusal.isPresent()) {
                return refused(refusal.get());
            }
        }
        Optional<Refusal> unfit = unfit(headers);
        if (unfit.isPresent()) {
            return refused(unfit.get());
        }
        byte[] body = in.readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            return refused(
                    TOO_LARGE, "the body has more than 1 MiB: set max_alerts of the receiver");
        }
        if (signed) {
            Optional<Refusal> refusal = signature.check(shown(headers), body);
            if (refusal.isPresent()) {
                return refused(refusal.get());
            }
        }
        return take(body);
    }

    private Response take(byte[] body) {
        try {
            AlertBody read = AlertBody.read(body, MAX_ALERTS);
            Map<Outcome, Long> ends = takeIn.on(read.group(), read.unreadable());
            return Response.ok(
                            ends.entrySet().stream()
                                    .map(end -> name(end.getKey()) + " " + end.getValue())
                                    .collect(Collectors.joining(", ", "", "\n")))
                    .build();
        } catch (UnreadableBody e) {
            LOG.warnf("a call of Alertmanager was refused: %s", e.getMessage());
            return refused(BAD_REQUEST, e.getMessage());
        } catch (RuntimeException e) {
            LOG.warnf(
                    "alerts could not be stored, Alertmanager sends them again: %s", e.toString());
            return refused(UNAVAILABLE, "the alerts could not be stored: send them again");
        }
    }

    private static Optional<Refusal> unfit(HttpHeaders headers) {
        String encoding = headers.getHeaderString(HttpHeaders.CONTENT_ENCODING);
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            return Optional.of(
                    new Refusal(UNSUPPORTED_TYPE, "send the body without Content-Encoding"));
        }
        MediaType type = headers.getMediaType();
        return type != null && MediaType.APPLICATION_JSON_TYPE.isCompatible(type)
                ? Optional.empty()
                : Optional.of(new Refusal(UNSUPPORTED_TYPE, "send Content-Type: application/json"));
    }

    private static Signed shown(HttpHeaders headers) {
        return new Signed(
                headers.getHeaderString("webhook-id"),
                headers.getHeaderString("webhook-timestamp"),
                headers.getHeaderString(SIGNATURE));
    }

    private static Response refused(Refusal refusal) {
        return refused(refusal.status(), refusal.reason());
    }

    private static Response refused(int status, String reason) {
        Response.ResponseBuilder answer = Response.status(status).entity(reason + "\n");
        if (status == UNAUTHORIZED) {
            answer.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        if (status == UNAVAILABLE) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.build();
    }

    private static String name(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
