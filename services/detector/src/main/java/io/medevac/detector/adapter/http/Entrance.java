package io.medevac.detector.adapter.http;

import io.medevac.detector.adapter.http.BearerToken.Refusal;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a path asks of a request before its body is read. */
interface Entrance {

    /**
     * Empty when the body may be read. May block.
     *
     * @param headers the value of a header by its name, the first of several; null without one
     */
    Optional<Refusal> check(UnaryOperator<@Nullable String> headers);

    /** Bytes that a body may have. */
    long limit();

    /** The answer to a body that is longer. */
    Answer tooLarge();
}
