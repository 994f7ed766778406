package io.medevac.notifier.config;

import io.medevac.domain.notification.Addressing;
import io.medevac.domain.notification.Audience;
import io.medevac.notifier.config.NotifierConfig.PoolHoldsConfig;
import io.medevac.notifier.config.NotifierConfig.RetryConfig;
import io.medevac.notifier.config.NotifierConfig.RouteConfig;
import io.medevac.notifier.config.NotifierConfig.SmtpConfig;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the types of the configuration cannot say.
 *
 * <p>Each refusal is an {@link IllegalArgumentException} of one line that names the key.
 */
final class ConfigCheck {

    private static final String PREFIX = "medevac.notifier.";
    private static final Pattern ROUTE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(2);
    private static final Duration LONGEST_GATHER = Duration.ofMinutes(10);
    private static final int MAX_CONCURRENCY = 64;
    private static final int MAX_PORT = 65_535;
    private static final String ANY = "x";

    private ConfigCheck() {}

    static void check(NotifierConfig config) {
        config.ownerMailDomain()
                .ifPresent(
                        domain ->
                                require(
                                        Addressing.isAddress(ANY + "@" + domain),
                                        "owner-mail-domain",
                                        domain + " is no mail domain"));
        require(
                config.retention().compareTo(config.maxEventAge()) >= 0,
                "retention",
                "must be at least max-event-age");
        require(positive(config.maxEventAge()), "max-event-age", "must be longer than zero");
        poolHolds(config.poolHolds());
        retry(config.retry());
        smtp(config.smtp());
        config.routes().forEach((name, route) -> route(config, name, route));
    }

    private static void poolHolds(PoolHoldsConfig holds) {
        require(
                !holds.gather().isNegative() && holds.gather().compareTo(LONGEST_GATHER) <= 0,
                "pool-holds.gather",
                "must be 0 to 10 min");
        require(
                holds.quiet().compareTo(holds.gather()) >= 0,
                "pool-holds.quiet",
                "must be at least pool-holds.gather");
    }

    private static void retry(RetryConfig retry) {
        require(
                retry.firstDelay().compareTo(SHORTEST) >= 0,
                "retry.first-delay",
                "must be 100 ms or more");
        require(
                retry.longestDelay().compareTo(retry.firstDelay()) >= 0,
                "retry.longest-delay",
                "must be at least retry.first-delay");
        require(retry.maxAttempts() >= 1, "retry.max-attempts", "must be 1 or more");
        require(positive(retry.maxAge()), "retry.max-age", "must be longer than zero");
    }

    private static void smtp(SmtpConfig smtp) {
        require(smtp.port() >= 1 && smtp.port() <= MAX_PORT, "smtp.port", "must be 1 to 65535");
        require(
                Addressing.isAddress(smtp.from()),
                "smtp.from",
                smtp.from() + " is no mail address");
        require(
                smtp.username().isPresent() == smtp.passwordFile().isPresent(),
                "smtp.password-file",
                "must be given together with smtp.username");
        smtp.passwordFile()
                .ifPresent(
                        file ->
                                require(
                                        Files.isReadable(file),
                                        "smtp.password-file",
                                        "cannot read " + file));
    }

    private static void route(NotifierConfig config, String name, RouteConfig route) {
        String key = "routes." + name;
        require(
                ROUTE.matcher(name).matches(),
                key,
                "a name has lower-case letters, digits and hyphens");
        require(
                route.timeout().compareTo(SHORTEST) >= 0
                        && route.timeout().compareTo(LONGEST_ATTEMPT) <= 0,
                key + ".timeout",
                "must be 100 ms to 2 min");
        require(
                route.concurrency() >= 1 && route.concurrency() <= MAX_CONCURRENCY,
                key + ".concurrency",
                "must be 1 to 64");
        switch (route.channel()) {
            case EMAIL -> email(key, route);
            case WEBHOOK -> webhook(key, route, config);
        }
    }

    private static void email(String key, RouteConfig route) {
        require(route.secretFile().isEmpty(), key + ".secret-file", "mails are not signed with it");
        boolean toOwner = route.audience() == Audience.OWNER;
        String sample =
                toOwner
                        ? route.target().replace("{mail_user}", "x@x").replace("{user}", ANY)
                        : route.target();
        require(
                Addressing.isAddress(sample),
                key + ".target",
                route.target() + " is no mail address" + (toOwner ? " or template of one" : ""));
    }

    private static void webhook(String key, RouteConfig route, NotifierConfig config) {
        URI uri = uri(key, route.target());
        boolean http = "http".equals(uri.getScheme());
        require(
                "https".equals(uri.getScheme()) || (http && config.allowInsecureWebhooks()),
                key + ".target",
                "must be an https:// URL"
                        + (http ? "; allow http with " + PREFIX + "allow-insecure-webhooks" : ""));
        require(
                uri.getHost() != null && uri.getUserInfo() == null,
                key + ".target",
                "must have a host and no user name");
        require(
                mayBeCalled(uri.getHost(), config),
                key + ".target",
                "is no public address; allow it with " + PREFIX + "allowed-private-ranges");
        require(route.secretFile().isPresent(), key + ".secret-file", "is required for a webhook");
        route.secretFile()
                .ifPresent(
                        file -> {
                            try {
                                WebhookSecrets.read(file);
                            } catch (IllegalArgumentException e) {
                                throw refused(key + ".secret-file", e.getMessage());
                            }
                        });
    }

    /** What a name resolves to is checked at each call. */
    private static boolean mayBeCalled(String host, NotifierConfig config) {
        String bare = host.replaceAll("^\\[|\\]$", "");
        if (!AddressRange.isLiteral(bare)) {
            return true;
        }
        InetAddress address;
        try {
            address = AddressRange.literal(bare);
        } catch (IllegalArgumentException e) {
            return false;
        }
        return AddressRange.mayBeCalled(address, config.allowedPrivateRanges().orElse(List.of()));
    }

    private static URI uri(String key, String target) {
        try {
            return URI.create(target);
        } catch (IllegalArgumentException e) {
            throw refused(key + ".target", "is no URL: " + e.getMessage());
        }
    }

    private static boolean positive(Duration duration) {
        return !duration.isNegative() && !duration.isZero();
    }

    private static void require(boolean holds, String key, String why) {
        if (!holds) {
            throw refused(key, why);
        }
    }

    private static IllegalArgumentException refused(String key, @Nullable String why) {
        return new IllegalArgumentException(PREFIX + key + ": " + why);
    }
}
