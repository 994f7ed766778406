package io.medevac.notifier.adapter.webhook;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.Outcome;
import io.medevac.notifier.config.NotifierConfig;
import io.medevac.notifier.config.NotifierConfig.RouteConfig;
import io.medevac.notifier.config.WebhookSecrets;
import io.medevac.notifier.port.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Calls webhooks by the Standard Webhooks rules. 2xx is accepted; 408, 425, 429, 5xx, no answer and
 * no connection may work later; any other answer, redirects too, is a refusal for good. A repeated
 * attempt carries the same {@code webhook-id} and body.
 *
 * <p>The address of the receiver is looked up and checked here, and the connection is made to that
 * address; host header and certificate are those of the name.
 */
@ApplicationScoped
class WebhookChannel implements Channel {

    private static final long MAX_RESPONSE_BYTES = 64 * 1024;
    private static final String ID_PREFIX = "msg_";
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final NotifierConfig config;
    private final InstantSource clock;
    private final TargetAddresses addresses;
    private final HttpClient http;

    WebhookChannel(Vertx vertx, NotifierConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.addresses =
                new TargetAddresses(
                        config.allowedPrivateRanges().orElse(List.of()), InetAddress::getAllByName);
        this.http =
                vertx.createHttpClient(
                        new HttpClientOptions().setKeepAlive(false).setForceSni(true));
    }

    @PreDestroy
    void close() {
        http.close();
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.WEBHOOK;
    }

    @Override
    public Outcome send(Delivery delivery) {
        RouteConfig route = config.routes().get(delivery.recipient().route());
        String body = WebhookBody.of(delivery);
        RequestOptions request;
        try {
            request = request(delivery, route, body);
        } catch (IllegalArgumentException e) {
            return new Outcome.Unavailable("secret: " + e.getMessage());
        }
        Exchange exchange = new Exchange();
        try {
            HttpClientResponse answer =
                    exchange.of(request, body)
                            .toCompletionStage()
                            .toCompletableFuture()
                            .get(route.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return Answers.outcome(answer, clock.instant());
        } catch (TimeoutException e) {
            return new Outcome.Unavailable(
                    "no answer within " + route.timeout().toMillis() + " ms");
        } catch (ExecutionException e) {
            return Answers.outcome(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome.Unavailable("interrupted");
        } finally {
            exchange.end();
        }
    }

    private RequestOptions request(Delivery delivery, RouteConfig route, String body) {
        Path file =
                route.secretFile()
                        .orElseThrow(() -> new IllegalArgumentException("no file configured"));
        List<byte[]> keys = WebhookSecrets.read(file);
        String id = ID_PREFIX + delivery.id();
        Instant now = clock.instant();
        return to(URI.create(route.target()), route.timeout())
                .putHeader("content-type", "application/json")
                .putHeader("user-agent", "medevac-notifier")
                .putHeader("webhook-id", id)
                .putHeader("webhook-timestamp", Long.toString(now.getEpochSecond()))
                .putHeader(
                        "webhook-signature",
                        WebhookSignature.of(id, now.getEpochSecond(), body, keys));
    }

    private static RequestOptions to(URI target, Duration timeout) {
        boolean tls = "https".equals(target.getScheme());
        String path = target.getRawPath() == null ? "" : target.getRawPath();
        return new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setFollowRedirects(false)
                .setSsl(tls)
                .setHost(target.getHost())
                .setPort(target.getPort() >= 0 ? target.getPort() : tls ? HTTPS : HTTP)
                .setURI(
                        (path.isEmpty() ? "/" : path)
                                + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery()))
                .setConnectTimeout(timeout.toMillis())
                .setIdleTimeout(timeout.toMillis());
    }

    /** One call; what of it is still open is closed at its end. */
    private final class Exchange {

        private final AtomicReference<HttpClientRequest> open = new AtomicReference<>();

        Future<HttpClientResponse> of(RequestOptions request, String body) {
            return address(request.getHost())
                    .compose(
                            address ->
                                    http.request(
                                            request.setServer(
                                                    SocketAddress.inetSocketAddress(
                                                            request.getPort(),
                                                            address.getHostAddress()))))
                    .compose(
                            call -> {
                                open.set(call);
                                return call.send(Buffer.buffer(body)).compose(Exchange::read);
                            });
        }

        /** Names are looked up where it may take its time. */
        private Future<InetAddress> address(String host) {
            Promise<InetAddress> found = Promise.promise();
            Thread.ofVirtual()
                    .name("webhook-address")
                    .start(
                            () -> {
                                try {
                                    found.complete(addresses.of(host));
                                } catch (UnknownHostException | TargetAddresses.NotAllowed e) {
                                    found.fail(e);
                                }
                            });
            return found.future();
        }

        /**
         * Throws the body away; one that is longer than the limit is cut off, which is no failure,
         * since the status has said everything.
         */
        private static Future<HttpClientResponse> read(HttpClientResponse response) {
            Promise<HttpClientResponse> end = Promise.promise();
            AtomicLong left = new AtomicLong(MAX_RESPONSE_BYTES);
            response.handler(
                    part -> {
                        if (left.addAndGet(-part.length()) < 0) {
                            end.tryComplete(response);
                        }
                    });
            response.exceptionHandler(end::tryFail);
            response.endHandler(nothing -> end.tryComplete(response));
            return end.future();
        }

        void end() {
            HttpClientRequest call = open.get();
            if (call != null) {
                call.reset();
            }
        }
    }
}
