package io.medevac.notifier.adapter.webhook;

import io.medevac.domain.notification.Delivery.Outcome;
import io.vertx.core.http.HttpClientResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import java.util.Set;

/** What an HTTP answer, or none, means for a delivery. */
final class Answers {

    private static final Set<Integer> MAY_WORK_LATER = Set.of(408, 425, 429);
    private static final int OK = 200;
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;

    private Answers() {}

    static Outcome outcome(HttpClientResponse response, Instant now) {
        int status = response.statusCode();
        if (status >= OK && status < REDIRECTION) {
            return new Outcome.Accepted();
        }
        if (status >= SERVER_ERROR || MAY_WORK_LATER.contains(status)) {
            return new Outcome.Unavailable("answered " + status, retryAfter(response, now));
        }
        return new Outcome.Refused(
                status >= REDIRECTION && status < CLIENT_ERROR
                        ? "answered " + status + ": redirects are not followed"
                        : "answered " + status);
    }

    static Outcome outcome(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof TargetAddresses.NotAllowed && message != null) {
            return new Outcome.Unavailable(message);
        }
        return new Outcome.Unavailable(
                failure.getClass().getSimpleName()
                        + (message == null ? "" : ": " + message.lines().findFirst().orElse("")));
    }

    /** Seconds or a date; what is neither is as if it were not there. */
    private static Duration retryAfter(HttpClientResponse response, Instant now) {
        String value = Objects.requireNonNullElse(response.getHeader("retry-after"), "0").strip();
        try {
            Duration wait =
                    value.chars().allMatch(Character::isDigit)
                            ? Duration.ofSeconds(Long.parseLong(value))
                            : Duration.between(
                                    now,
                                    ZonedDateTime.parse(
                                            value, DateTimeFormatter.RFC_1123_DATE_TIME));
            return wait.isNegative() ? Duration.ZERO : wait;
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            return Duration.ZERO;
        }
    }
}
