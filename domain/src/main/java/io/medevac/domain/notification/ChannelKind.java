package io.medevac.domain.notification;

import java.util.Locale;

/** By what a message travels. */
public enum ChannelKind {
    EMAIL,
    WEBHOOK;

    /** As written in configuration and events: {@code email}, {@code webhook}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
