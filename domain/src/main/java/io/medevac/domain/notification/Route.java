package io.medevac.domain.notification;

/**
 * A way to an audience.
 *
 * @param name its name in the configuration; also how a webhook is called in events
 * @param target mail address, {@code {mail_user}}/{@code {user}} template, or URL of the webhook
 */
public record Route(String name, Audience audience, ChannelKind channel, String target) {}
