package io.medevac.domain.notification;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Incidents of one pool that one of its limits holds: people are told of all of them in one
 * message.
 *
 * @param first the event that the message is about; null when there was none yet
 * @param since when that event was taken in
 * @param incidents how many were held since then, the first among them
 */
public record Storm(@Nullable Origin first, Instant since, int incidents) {

    /** Nothing was held yet. */
    public static final Storm NONE = new Storm(null, Instant.EPOCH, 0);

    /** Gates that are limits of a pool, the graver one first. */
    private static final List<String> LIMITS = List.of("breaker", "budget");

    /** What identifies the storm that the news belongs to; empty when it is no such news. */
    public static Optional<UUID> groupOf(News news) {
        return news instanceof News.RemediationHeld held
                ? limitOf(held).map(limit -> group(held, limit.name()))
                : Optional.empty();
    }

    /** The limit of its pool that holds it; empty when none does, or when it is in no pool. */
    static Optional<News.Gate> limitOf(News.RemediationHeld held) {
        if (held.pool() == null || !held.fault().action().takesNodeOut()) {
            return Optional.empty();
        }
        return LIMITS.stream()
                .flatMap(limit -> held.holding().stream().filter(each -> each.name().equals(limit)))
                .findFirst();
    }

    /** One more incident; the first one of another storm when this one began before that time. */
    Storm with(News.RemediationHeld held, Instant now, Instant oldest) {
        return first == null || !since.isAfter(oldest)
                ? new Storm(held.origin(), now, 1)
                : new Storm(first, since, incidents + 1);
    }

    private static UUID group(News.RemediationHeld held, String limit) {
        String what = String.join("\n", held.origin().cluster(), held.pool(), limit);
        return UUID.nameUUIDFromBytes(what.getBytes(StandardCharsets.UTF_8));
    }
}
