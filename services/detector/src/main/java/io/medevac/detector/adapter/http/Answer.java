package io.medevac.detector.adapter.http;

import java.util.Optional;

/**
 * What a request is answered.
 *
 * @param status of HTTP
 * @param text one line: what was done, or what to do
 * @param retryAfter seconds after which the same request may be sent again; empty: never as it is
 */
public record Answer(int status, String text, Optional<Integer> retryAfter) {
    private static final int OK = 200;
    private static final int WRONG = 400;
    private static final int TIMEOUT = 408;
    private static final int TOO_LARGE = 413;
    private static final int UNSUPPORTED = 415;
    private static final int UNAVAILABLE = 503;

    /** All of it is stored. */
    public static Answer done(String text) {
        return new Answer(OK, text, Optional.empty());
    }

    /** It is wrong, and stays so. */
    public static Answer wrong(String text) {
        return new Answer(WRONG, text, Optional.empty());
    }

    /** Its type or coding is none that can be read. */
    static Answer unsupported(String text) {
        return new Answer(UNSUPPORTED, text, Optional.empty());
    }

    static Answer tooLarge(long limit) {
        return new Answer(
                TOO_LARGE,
                "more than "
                        + limit
                        + " bytes, as sent or unpacked: send smaller batches, or raise"
                        + " medevac.detector.http.max-body",
                Optional.empty());
    }

    static Answer tooSlow() {
        return new Answer(
                TIMEOUT,
                "the body did not come within medevac.detector.http.body-timeout: send it again",
                Optional.empty());
    }

    /** It could not be stored and has to be sent again. */
    public static Answer later(String text, int seconds) {
        return new Answer(UNAVAILABLE, text, Optional.of(seconds));
    }
}
