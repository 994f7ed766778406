package io.medevac.backing.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * Tells whether a running process says of itself that only a new start heals it. One that says
 * nothing at all may be stopped or starved, and is left alone.
 */
@FunctionalInterface
public interface Liveness {

    /**
     * Looks once; an answer must come within about a second.
     *
     * @throws IOException counts as alive
     */
    boolean saysItIsNotAlive() throws IOException;

    /** Alive as long as it runs. */
    static Liveness asLongAsItRuns() {
        return () -> false;
    }

    /** Not alive when this address answers with status 503. */
    static Liveness http(URI address) {
        return () -> Readiness.status(address) == HttpURLConnection.HTTP_UNAVAILABLE;
    }
}
