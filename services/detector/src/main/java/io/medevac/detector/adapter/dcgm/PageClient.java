package io.medevac.detector.adapter.dcgm;

import io.medevac.detector.config.DcgmConfig;
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
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Fetches pages over HTTP. A connection stays open from one scrape to the next. Redirects are not
 * followed: what answers for a node is what was named for it.
 */
final class PageClient {
    private static final int OK = 200;
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Vertx vertx;
    private final HttpClient http;
    private final Duration timeout;
    private final long longest;

    PageClient(Vertx vertx, DcgmConfig config) {
        this.vertx = vertx;
        this.timeout = config.timeout();
        this.longest = config.maxPage().asLongValue();
        this.http =
                vertx.createHttpClient(
                        new HttpClientOptions()
                                .setKeepAlive(true)
                                .setKeepAliveTimeout(
                                        Math.toIntExact(config.interval().toSeconds()) + 30)
                                .setMaxPoolSize(config.scrapesAtOnce())
                                .setForceSni(true));
    }

    void close() {
        http.close();
    }

    /** The page; fails with a {@link ScrapeFailure}, in time. */
    Future<Buffer> get(URI url) {
        Exchange exchange = new Exchange();
        long timer =
                vertx.setTimer(
                        timeout.toMillis(),
                        id -> exchange.fail(new ScrapeFailure(Trouble.TIMEOUT, "")));
        http.request(request(url))
                .onFailure(e -> exchange.fail(new ScrapeFailure(Trouble.UNREACHABLE, because(e))))
                .onSuccess(exchange::send);
        return exchange.page().onComplete(done -> vertx.cancelTimer(timer));
    }

    private RequestOptions request(URI url) {
        boolean tls = "https".equalsIgnoreCase(url.getScheme());
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setFollowRedirects(false)
                .setSsl(tls)
                .setHost(url.getHost().replace("[", "").replace("]", ""))
                .setPort(url.getPort() >= 0 ? url.getPort() : tls ? HTTPS : HTTP)
                .setURI(
                        (path.isEmpty() ? "/" : path)
                                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery()))
                .setConnectTimeout(timeout.toMillis())
                .putHeader("accept", "text/plain; version=0.0.4");
    }

    private static String because(Throwable failure) {
        return ": " + failure.getMessage();
    }

    /** One request and its answer; all of it runs on one event loop. */
    private final class Exchange {
        private final Promise<Buffer> page = Promise.promise();
        private final Buffer body = Buffer.buffer();
        private @Nullable HttpClientRequest request;

        Future<Buffer> page() {
            return page.future();
        }

        void send(HttpClientRequest opened) {
            request = opened;
            if (page.future().isComplete()) {
                opened.reset();
                return;
            }
            opened.send()
                    .onFailure(e -> fail(new ScrapeFailure(Trouble.BROKEN, because(e))))
                    .onSuccess(this::receive);
        }

        private void receive(HttpClientResponse answer) {
            if (answer.statusCode() != OK) {
                fail(new ScrapeFailure(Trouble.STATUS, ": HTTP " + answer.statusCode()));
                return;
            }
            answer.exceptionHandler(e -> fail(new ScrapeFailure(Trouble.BROKEN, because(e))));
            answer.handler(this::take);
            answer.endHandler(end -> page.tryComplete(body));
        }

        private void take(Buffer part) {
            if (page.future().isComplete()) {
                return;
            }
            if (body.length() + part.length() > longest) {
                fail(new ScrapeFailure(Trouble.TOO_LONG, ": more than " + longest + " bytes"));
                return;
            }
            body.appendBuffer(part);
        }

        void fail(ScrapeFailure failure) {
            if (page.tryFail(failure) && request != null) {
                request.reset();
            }
        }
    }
}
