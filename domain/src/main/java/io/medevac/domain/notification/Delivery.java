package io.medevac.domain.notification;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * One message to one recipient by one channel; there is exactly one for each event, recipient and
 * channel.
 *
 * @param id identity; follows from event, channel and recipient, so that it is the same however
 *     often the event is taken in; receivers see it and can tell a repetition by it
 * @param origin the event told of
 * @param createdAt when it is sent first: when it was decided to tell, or a little later where more
 *     of the same is gathered into one message
 */
public record Delivery(
        UUID id,
        Origin origin,
        Audience audience,
        Recipient recipient,
        Message message,
        Instant createdAt,
        State state) {

    /** Where it stands; {@code attempts} counts those that were made and recorded. */
    public sealed interface State {
        int attempts();

        /** Not delivered yet. */
        record Pending(int attempts) implements State {}

        /** Accepted by the receiver; the end. */
        record Delivered(int attempts, Instant at) implements State {}

        /** Given up; the end. */
        record Failed(int attempts, Instant at, String reason) implements State {}
    }

    /** How one attempt to deliver ended. Reasons are short and hold no secret. */
    public sealed interface Outcome {

        /** The mail server took it, the webhook answered 2xx. */
        record Accepted() implements Outcome {}

        /**
         * It did not work now and may work later, or it is not known whether it worked.
         *
         * @param retryAfter how long the receiver asked to be left alone; zero when it did not
         */
        record Unavailable(String reason, Duration retryAfter) implements Outcome {
            public Unavailable(String reason) {
                this(reason, Duration.ZERO);
            }
        }

        /** It will never work: the receiver refused it for good. */
        record Refused(String reason) implements Outcome {}
    }

    /**
     * A delivery after an attempt.
     *
     * @param retryAt when to try again; empty when it has come to an end
     */
    public record Step(Delivery delivery, Optional<Instant> retryAt) {}

    /** A new one, due at once; its id follows from event, channel and recipient. */
    public static Delivery of(Origin origin, Notice notice, Recipient recipient, Instant now) {
        String what =
                String.join(
                        "\n",
                        origin.eventId().toString(),
                        recipient.channel().word(),
                        recipient.name());
        return new Delivery(
                UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8)),
                origin,
                notice.audience(),
                recipient,
                notice.message(),
                now,
                new State.Pending(0));
    }

    /** Whether it still has to be delivered. */
    public boolean pending() {
        return state instanceof State.Pending;
    }

    /** Whether it waits for its first attempt: until then its message may still be written anew. */
    public boolean untried() {
        return pending() && state.attempts() == 0;
    }

    /** The same with a newer message. */
    public Delivery saying(Message newer) {
        return new Delivery(id, origin, audience, recipient, newer, createdAt, state);
    }

    /**
     * What an attempt makes of it.
     *
     * @throws IllegalStateException when it has come to an end before
     */
    public Step after(Outcome outcome, RetryPlan plan, Instant now) {
        if (!pending()) {
            throw new IllegalStateException("delivery " + id + " has come to its end: " + state);
        }
        int attempts = state.attempts() + 1;
        return switch (outcome) {
            case Outcome.Accepted() -> ended(new State.Delivered(attempts, now));
            case Outcome.Refused(String reason) -> ended(new State.Failed(attempts, now, reason));
            case Outcome.Unavailable unavailable ->
                    plan.next(id, attempts, createdAt, now, unavailable.retryAfter())
                            .map(at -> new Step(with(new State.Pending(attempts)), Optional.of(at)))
                            .orElseGet(
                                    () ->
                                            ended(
                                                    new State.Failed(
                                                            attempts,
                                                            now,
                                                            "given up: " + unavailable.reason())));
        };
    }

    /**
     * Gives it up without an attempt.
     *
     * @throws IllegalStateException when it has come to an end before
     */
    public Delivery abandon(String reason, Instant now) {
        if (!pending()) {
            throw new IllegalStateException("delivery " + id + " has come to its end: " + state);
        }
        return with(new State.Failed(state.attempts(), now, reason));
    }

    private Step ended(State end) {
        return new Step(with(end), Optional.empty());
    }

    private Delivery with(State next) {
        return new Delivery(id, origin, audience, recipient, message, createdAt, next);
    }
}
