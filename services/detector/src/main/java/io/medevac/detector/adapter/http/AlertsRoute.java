package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import io.medevac.detector.adapter.http.WebhookSignature.Signed;
import io.medevac.detector.application.TakeInAlerts;
import io.medevac.detector.port.AlertMeasurements.Outcome;
import io.medevac.intake.AlertBody;
import io.medevac.intake.AlertBody.UnreadableBody;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Where Alertmanager sends its webhook calls (version 4): {@code POST /v1/alerts}. 200 means that
 * every alert of the call is stored or counted; a 5xx makes Alertmanager send the call again, a 4xx
 * does not.
 */
@ApplicationScoped
class AlertsRoute {
    private static final Logger LOG = Logger.getLogger(AlertsRoute.class);
    private static final String PATH = "/v1/alerts";
    private static final int MAX_BODY = 1024 * 1024;
    private static final int MAX_ALERTS = 1000;
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final String SIGNATURE = "webhook-signature";

    private final BearerToken token;
    private final WebhookSignature signature;
    private final TakeInAlerts takeIn;

    AlertsRoute(BearerToken token, WebhookSignature signature, TakeInAlerts takeIn) {
        this.token = token;
        this.signature = signature;
        this.takeIn = takeIn;
    }

    void onRouter(@Observes Router router, GuardedPost post) {
        post.serve(router, PATH, new TokenOrSignature(), this::on);
    }

    /** Takes a call in; blocks until all is stored. */
    Answer on(Received call) {
        UnaryOperator<@Nullable String> headers = name -> first(call.headers().apply(name));
        byte[] body = call.content().getBytes();
        if (isSigned(headers)) {
            Optional<Refusal> refusal = signature.check(shown(headers), body);
            if (refusal.isPresent()) {
                return new Answer(refusal.get().status(), refusal.get().reason(), Optional.empty());
            }
        }
        try {
            AlertBody read = AlertBody.read(body, MAX_ALERTS);
            Map<Outcome, Long> ends = takeIn.on(read.group(), read.unreadable());
            return Answer.done(
                    ends.entrySet().stream()
                            .map(end -> name(end.getKey()) + " " + end.getValue())
                            .collect(Collectors.joining(", ")));
        } catch (UnreadableBody e) {
            LOG.warnf("a call of Alertmanager was refused: %s", e.getMessage());
            return Answer.wrong(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.warnf(
                    "alerts could not be stored, Alertmanager sends them again: %s", e.toString());
            return Answer.later(
                    "the alerts could not be stored: send them again", RETRY_AFTER_SECONDS);
        }
    }

    /** Who sends shows a token, or signs the body. */
    private final class TokenOrSignature implements Entrance {
        @Override
        public Optional<Refusal> check(UnaryOperator<@Nullable String> headers) {
            return (isSigned(headers)
                            ? signature.checkHeaders(shown(headers))
                            : token.check(headers.apply("Authorization")))
                    .or(() -> unfit(headers));
        }

        @Override
        public long limit() {
            return MAX_BODY;
        }

        @Override
        public Answer tooLarge() {
            return new Answer(
                    TOO_LARGE,
                    "the body has more than 1 MiB: set max_alerts of the receiver",
                    Optional.empty());
        }
    }

    private boolean isSigned(UnaryOperator<@Nullable String> headers) {
        return signature.configured() && headers.apply(SIGNATURE) != null;
    }

    private static Optional<Refusal> unfit(UnaryOperator<@Nullable String> headers) {
        String encoding = headers.apply("Content-Encoding");
        if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
            return Optional.of(
                    new Refusal(UNSUPPORTED_TYPE, "send the body without Content-Encoding"));
        }
        return Received.mediaType(headers.apply("Content-Type")).equals("application/json")
                ? Optional.empty()
                : Optional.of(new Refusal(UNSUPPORTED_TYPE, "send Content-Type: application/json"));
    }

    private static Signed shown(UnaryOperator<@Nullable String> headers) {
        return new Signed(
                headers.apply("webhook-id"),
                headers.apply("webhook-timestamp"),
                headers.apply(SIGNATURE));
    }

    private static @Nullable String first(List<String> values) {
        return values.isEmpty() ? null : values.getFirst();
    }

    private static String name(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
