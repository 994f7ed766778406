package io.medevac.domain.notification;

/**
 * Who gets a message.
 *
 * @param route name of the route it goes by
 * @param name mail address, or the name of the webhook's route: never a secret
 */
public record Recipient(String route, ChannelKind channel, String name) {}
