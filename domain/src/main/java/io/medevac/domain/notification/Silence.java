package io.medevac.domain.notification;

import java.util.Locale;

/** Why something was not told. */
public enum Silence {
    /** Nobody has to know this. */
    NOT_NEWS,
    /** The event is older than news may be. */
    TOO_OLD,
    /** The same was told for this incident before. */
    TOLD_BEFORE,
    /** That this limit of the pool holds incidents was told a short while ago. */
    TOLD_OF_POOL,
    /** No route is configured for the audience. */
    NO_ROUTE,
    /** The owner's address is not known. */
    NO_ADDRESS;

    /** For metric labels: {@code too_old}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
