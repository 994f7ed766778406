package io.medevac.notifier.fake;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.News;
import io.medevac.domain.notification.Notice;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Recipient;
import io.medevac.domain.notification.Telling;
import io.medevac.domain.notification.Told;
import io.medevac.domain.notification.TroubledJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** News and deliveries for tests; each with an identity of its own. */
public final class Examples {

    /** When everything here happens. */
    public static final Instant NOW = Instant.parse("2026-11-29T17:49:11.123456Z");

    private Examples() {}

    /** A new event of an incident. */
    public static Origin origin(UUID incident) {
        return new Origin(UUID.randomUUID(), incident, "test", "gpu-1", NOW);
    }

    /** A fault by which no node is taken out. */
    public static News.FaultReported fault(UUID incident, RecommendedAction action) {
        return new News.FaultReported(origin(incident), fault(action), 1);
    }

    /** Job 12 of alice is told to save. */
    public static News.JobSignalled signalled(@Nullable String mailUser) {
        return new News.JobSignalled(
                origin(UUID.randomUUID()),
                job(mailUser),
                fault(RecommendedAction.REPLACE_NODE),
                Duration.ofMinutes(2));
    }

    /** Job 12 of alice is lost. */
    public static News.JobLost lost(@Nullable String mailUser) {
        return new News.JobLost(origin(UUID.randomUUID()), job(mailUser), "FAILED", "exit code 1");
    }

    /** A delivery to a mail address by a route. */
    public static Delivery mail(String route, String address) {
        return delivery(new Recipient(route, ChannelKind.EMAIL, address));
    }

    /** A delivery to a webhook. */
    public static Delivery webhook(String route) {
        return delivery(new Recipient(route, ChannelKind.WEBHOOK, route));
    }

    private static Delivery delivery(Recipient recipient) {
        News news = signalled("alice@example.org");
        Notice notice =
                new Telling(Duration.ofDays(1), Duration.ofSeconds(20), Duration.ofHours(1))
                        .decide(news, Told.NOTHING, NOW)
                        .notices()
                        .getFirst();
        return Delivery.of(news.origin(), notice, recipient, NOW);
    }

    private static TroubledJob job(@Nullable String mailUser) {
        return new TroubledJob(12, "train-13b", "alice", mailUser, List.of("gpu-0", "gpu-1"), 0);
    }

    private static Fault fault(RecommendedAction action) {
        return new Fault(
                "XID",
                79,
                new Gpu(3, "0000:9b:00", null),
                FaultScope.GPU,
                Severity.CRITICAL,
                action,
                "catalogue: xid 79",
                "GPU has fallen off the bus.");
    }
}
