package io.medevac.notifier.adapter.webhook;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.config.NotifierConfig.RouteConfig;
import io.medevac.notifier.config.WebhookSecrets;
import io.medevac.notifier.port.Channel;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls webhooks by the Standard Webhooks rules. 2xx is accepted; 408, 425, 429, 5xx, no answer and
 * no connection may work later; any other answer, redirects too, is a refusal for good. A repeated
 * attempt carries the same {@code webhook-id} and body.
 */
@ApplicationScoped
class WebhookChannel implements Channel {

    private static final long MAX_RESPONSE_BYTES = 64 * 1024;
    private static final String ID_PREFIX = "msg_";

    private final NotifierConfig config;
    private final InstantSource clock;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();

    WebhookChannel(NotifierConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
    }

    @PreDestroy
    void close() {
        http.shutdownNow();
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.WEBHOOK;
    }

    @Override
    public Outcome send(Delivery delivery) {
        RouteConfig route = config.routes().get(delivery.recipient().route());
        HttpRequest request;
        try {
            request = request(delivery, route);
        } catch (IllegalArgumentException e) {
            return new Outcome.Unavailable("secret: " + e.getMessage());
        }
        CompletableFuture<HttpResponse<@Nullable Void>> answer =
                http.sendAsync(request, info -> new LimitedBody(MAX_RESPONSE_BYTES));
        try {
            return Answers.outcome(
                    answer.get(route.timeout().toMillis(), TimeUnit.MILLISECONDS), clock.instant());
        } catch (TimeoutException e) {
            return new Outcome.Unavailable(
                    "no answer within " + route.timeout().toMillis() + " ms");
        } catch (ExecutionException e) {
            return Answers.outcome(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Unavailable("interrupted");
        } finally {
            // Ends the exchange, so that a receiver that hangs holds no connection.
            answer.cancel(true);
        }
    }

    private HttpRequest request(Delivery delivery, RouteConfig route) {
        Path file =
                route.secretFile()
                        .orElseThrow(() -> new IllegalArgumentException("no file configured"));
        List<byte[]> keys = WebhookSecrets.read(file);
        String id = ID_PREFIX + delivery.id();
        Instant now = clock.instant();
        String body = WebhookBody.of(delivery);
        return HttpRequest.newBuilder(URI.create(route.target()))
                .timeout(route.timeout())
                .header("content-type", "application/json")
                .header("user-agent", "medevac-notifier")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(now.getEpochSecond()))
                .header(
                        "webhook-signature",
                        WebhookSignature.of(id, now.getEpochSecond(), body, keys))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
