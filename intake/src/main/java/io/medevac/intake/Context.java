package io.medevac.intake;

import org.jspecify.annotations.Nullable;

/**
 * What is known beside the input.
 *
 * @param node node of records that name none; null when not known
 * @param bootId boot that the node runs; null when not known, then a Node's own word counts
 * @param driver driver branch or version of the node; null when not known
 */
public record Context(@Nullable String node, @Nullable String bootId, @Nullable String driver) {

    /** Nothing is known. */
    public static final Context NOTHING = new Context(null, null, null);
}
