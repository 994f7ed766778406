package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import io.medevac.detector.adapter.http.PackedBody.Refused;
import io.medevac.detector.config.DetectorConfig;
import io.quarkus.vertx.http.runtime.RouteConstants;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * POST requests that bring something in. What shows who sends comes first, then the body, which may
 * be neither long nor slow; only so many are worked on at a time, so that memory is bounded, and
 * who comes when it is full is told to come again. Nothing that fails here is taken in.
 */
@ApplicationScoped
public class GuardedPost {
    private static final Logger LOG = Logger.getLogger(GuardedPost.class);
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAUTHORIZED = 401;
    private static final int BUSY_SECONDS = 1;
    private static final int FAILED_SECONDS = 5;

    /** How many times the limit a sender may go on sending before it is cut off. */
    private static final long DROPPED = 4;

    /** Before the limit of all other requests, which is for those without a body. */
    private static final int ORDER = RouteConstants.ROUTE_ORDER_UPLOAD_LIMIT - 1;

    private final BearerToken token;
    private final Vertx vertx;
    private final long limit;
    private final long timeoutMillis;
    private final Semaphore places;

    @Inject
    GuardedPost(BearerToken token, Vertx vertx, DetectorConfig config) {
        this(
                token,
                vertx,
                config.http().maxBody().asLongValue(),
                config.http().bodyTimeout(),
                config.http().concurrency());
    }

    GuardedPost(BearerToken token, Vertx vertx, long limit, Duration bodyTimeout, int concurrency) {
        this.token = token;
        this.vertx = vertx;
        this.limit = limit;
        this.timeoutMillis = bodyTimeout.toMillis();
        this.places = new Semaphore(concurrency);
    }

    /** Serves a path to who shows a token. */
    public void serve(Router router, String path, Function<Received, Answer> takeIn) {
        serve(router, path, new WithToken(), takeIn);
    }

    /**
     * Serves a path.
     *
     * @param entrance who may come in, and with how long a body
     * @param takeIn runs on a worker thread and may block; what it throws is answered as a failure
     *     that passes
     */
    void serve(Router router, String path, Entrance entrance, Function<Received, Answer> takeIn) {
        router.route(path)
                .order(ORDER)
                .handler(context -> new Exchange(context, entrance, takeIn).begin());
    }

    private final class WithToken implements Entrance {
        @Override
        public Optional<Refusal> check(UnaryOperator<@Nullable String> headers) {
            return token.check(headers.apply("Authorization"));
        }

        @Override
        public long limit() {
            return limit;
        }

        @Override
        public Answer tooLarge() {
            return Answer.tooLarge(limit);
        }
    }

    /** One request, on its event loop but for {@link #check} and {@link #takeIn}. */
    private final class Exchange {
        private final RoutingContext context;
        private final HttpServerRequest request;
        private final Entrance entrance;
        private final Function<Received, Answer> takeIn;
        private final Buffer body = Buffer.buffer();
        private boolean holdsPlace;
        private boolean reading;
        private long timer = -1;

        Exchange(RoutingContext context, Entrance entrance, Function<Received, Answer> takeIn) {
            this.context = context;
            this.entrance = entrance;
            this.request = context.request();
            this.takeIn = takeIn;
        }

        void begin() {
            if (!HttpMethod.POST.equals(request.method())) {
                context.response().putHeader("Allow", "POST");
                answer(new Answer(METHOD_NOT_ALLOWED, "POST it", Optional.empty()));
                return;
            }
            request.pause();
            vertx.executeBlocking(this::check, false)
                    .onSuccess(this::checked)
                    .onFailure(this::failed);
        }

        private Optional<Refusal> check() {
            return entrance.check(request::getHeader);
        }

        private void checked(Optional<Refusal> refusal) {
            if (refusal.isPresent()) {
                Refusal why = refusal.get();
                if (why.status() == UNAUTHORIZED) {
                    context.response().putHeader("WWW-Authenticate", "Bearer");
                }
                answer(new Answer(why.status(), why.reason(), retryOf(why)));
            } else if (declared() > entrance.limit()) {
                answer(entrance.tooLarge());
            } else if (places.tryAcquire()) {
                holdsPlace = true;
                read();
            } else {
                answer(
                        Answer.later(
                                "medevac.detector.http.concurrency requests are being taken in:"
                                        + " send it again",
                                BUSY_SECONDS));
            }
        }

        private Optional<Integer> retryOf(Refusal why) {
            return why.status() >= 500 ? Optional.of(FAILED_SECONDS) : Optional.empty();
        }

        private long declared() {
            String length = request.getHeader("Content-Length");
            try {
                return length == null ? 0 : Long.parseLong(length.strip());
            } catch (NumberFormatException e) {
                return 0;
            }
        }

        private void read() {
            reading = true;
            timer = vertx.setTimer(timeoutMillis, id -> giveUp(Answer.tooSlow()));
            request.exceptionHandler(
                    lost -> {
                        if (reading) {
                            LOG.debugf(lost, "the sender went away");
                            finishReading();
                            leave();
                        }
                    });
            request.handler(
                    part -> {
                        if (reading && body.length() + part.length() > entrance.limit()) {
                            giveUp(entrance.tooLarge());
                        } else if (reading) {
                            body.appendBuffer(part);
                        }
                    });
            request.endHandler(end -> whole());
            if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
                context.response().writeContinue();
            }
            request.resume();
        }

        private void whole() {
            if (!reading) {
                return;
            }
            finishReading();
            vertx.executeBlocking(this::takeIn, false)
                    .onSuccess(this::answer)
                    .onFailure(this::failed);
        }

        private Answer takeIn() {
            String coding = request.getHeader("Content-Encoding");
            try {
                byte[] unpacked =
                        PackedBody.unpack(
                                body.getBytes(), coding == null ? "" : coding, entrance.limit());
                return takeIn.apply(
                        new Received(
                                name -> request.params().getAll(name),
                                name -> request.headers().getAll(name),
                                Buffer.buffer(unpacked)));
            } catch (Refused e) {
                return e.answer();
            }
        }

        private void giveUp(Answer answer) {
            if (reading) {
                finishReading();
                answer(answer);
            }
        }

        private void finishReading() {
            reading = false;
            vertx.cancelTimer(timer);
        }

        private void failed(Throwable failure) {
            LOG.warnf(
                    "a request could not be taken in: path=%s reason=%s",
                    context.normalizedPath(), failure);
            LOG.debug("failure of the request", failure);
            answer(
                    Answer.later(
                            "it could not be stored, nothing of it counts: send it again",
                            FAILED_SECONDS));
        }

        private void leave() {
            if (holdsPlace) {
                holdsPlace = false;
                places.release();
            }
        }

        private void answer(Answer answer) {
            leave();
            HttpServerResponse response = context.response();
            if (response.ended() || response.closed()) {
                return;
            }
            response.setStatusCode(answer.status()).putHeader("Content-Type", "text/plain");
            answer.retryAfter()
                    .ifPresent(seconds -> response.putHeader("Retry-After", seconds.toString()));
            response.end(answer.text() + "\n");
            if (!request.isEnded()) {
                drop();
            }
        }

        /**
         * Lets what is still on its way come, so that the sender reads the answer; not for ever.
         */
        private void drop() {
            long deadline = vertx.setTimer(timeoutMillis, id -> request.connection().close());
            long[] dropped = {0};
            request.exceptionHandler(lost -> vertx.cancelTimer(deadline));
            request.endHandler(end -> vertx.cancelTimer(deadline));
            request.handler(
                    part -> {
                        dropped[0] += part.length();
                        if (dropped[0] > DROPPED * entrance.limit()) {
                            request.connection().close();
                        }
                    });
            request.resume();
        }
    }
}
