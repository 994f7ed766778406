package io.medevac.domain.notification;

import org.jspecify.annotations.Nullable;

/**
 * A message for an audience, before it is known who that is.
 *
 * @param owner the job whose owner is meant; null when it is for the operators
 */
public record Notice(Audience audience, @Nullable TroubledJob owner, Message message) {

    static Notice toOwner(TroubledJob job, Message message) {
        return new Notice(Audience.OWNER, job, message);
    }

    static Notice toOperators(Message message) {
        return new Notice(Audience.OPERATORS, null, message);
    }
}
