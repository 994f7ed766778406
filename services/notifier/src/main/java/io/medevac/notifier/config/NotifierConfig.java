package io.medevac.notifier.config;

import io.medevac.domain.notification.Audience;
import io.medevac.domain.notification.ChannelKind;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whom the notifier tells, by which way, and how often it tries. */
@ConfigMapping(prefix = "medevac.notifier")
public interface NotifierConfig {

    /**
     * Ways to people, by a name of lower-case letters, digits and hyphens. None: nobody is told.
     */
    Map<String, RouteConfig> routes();

    /**
     * Mail domain of the cluster's users: a job without a full {@code --mail-user} address gets
     * {@code <user>@<this>}. Without it such owners get no mail, which is counted.
     */
    Optional<String> ownerMailDomain();

    /** Whether webhook targets may be {@code http://}: for tests on one machine only. */
    @WithDefault("false")
    boolean allowInsecureWebhooks();

    /**
     * Ranges of addresses that are not public and yet may be targets of webhooks, with commas
     * between: {@code 10.20.0.0/16,fd00::/8}. Without it webhooks go to public addresses only,
     * whatever their names resolve to.
     */
    Optional<List<AddressRange>> allowedPrivateRanges();

    /** Events that happened longer ago than this are not told: a replay must not wake anybody. */
    @WithDefault("24h")
    Duration maxEventAge();

    /** How long ended deliveries are kept; at least {@code max-event-age}. */
    @WithDefault("45d")
    Duration retention();

    /** When a message that could not be delivered is tried again. */
    RetryConfig retry();

    /** The mail server. */
    SmtpConfig smtp();

    /** One way to an audience. */
    interface RouteConfig {

        /** {@code owner} (the user whose job it is) or {@code operators}. */
        Audience audience();

        /** {@code email} or {@code webhook}. */
        ChannelKind channel();

        /**
         * Mail address, for owners with {@code {mail_user}} or {@code {user}} in it; or the {@code
         * https://} URL of the webhook.
         */
        String target();

        /**
         * File with the webhook's secret, {@code whsec_} and base64 of 24 to 64 bytes; further
         * lines are further secrets, each signs, so that one can be replaced without a gap. Read at
         * each call. Required for webhooks, refused for mail.
         */
        Optional<Path> secretFile();

        /** How long one attempt may take, from connecting to the answer: 100 ms to 2 min. */
        @WithDefault("10s")
        Duration timeout();

        /** Messages on their way by this route at the same time in one replica: 1 to 64. */
        @WithDefault("4")
        int concurrency();
    }

    /** When to try again; delays double from the first to the longest, less up to half. */
    interface RetryConfig {

        /** Delay after the first attempt that failed: 100 ms or more. */
        @WithDefault("2s")
        Duration firstDelay();

        /** Longest delay between attempts. */
        @WithDefault("10m")
        Duration longestDelay();

        /** Attempts in all: 1 or more. */
        @WithDefault("200")
        int maxAttempts();

        /** Age at which a message is given up. */
        @WithDefault("24h")
        Duration maxAge();
    }

    /** The mail server. */
    interface SmtpConfig {

        /** Host name or address. */
        @WithDefault("localhost")
        String host();

        /** Port: 1 to 65535. */
        @WithDefault("25")
        int port();

        /** Address mails come from; its domain also ends their Message-ID. */
        @WithDefault("medevac@localhost")
        String from();

        /**
         * TLS: {@code none}, {@code optional} (STARTTLS where the server offers it), {@code
         * starttls} (refuse a server without it) or {@code implicit} (TLS from the first byte, port
         * 465). Certificates are checked.
         */
        @WithDefault("optional")
        Tls tls();

        /** User name to log in with; none: no login. */
        Optional<String> username();

        /** File with the password, its end of line ignored. Required with {@code username}. */
        Optional<Path> passwordFile();
    }

    /** How the connection to the mail server is protected. */
    enum Tls {
        NONE,
        OPTIONAL,
        STARTTLS,
        IMPLICIT
    }
}
