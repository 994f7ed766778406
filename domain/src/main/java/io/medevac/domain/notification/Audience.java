package io.medevac.domain.notification;

import java.util.Locale;

/** Whom a message is written for. */
public enum Audience {
    /** The user whose job it is. */
    OWNER,
    /** The people who look after the cluster. */
    OPERATORS;

    /** As written in configuration, events and webhooks: {@code owner}, {@code operators}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
