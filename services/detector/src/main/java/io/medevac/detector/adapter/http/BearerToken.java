package io.medevac.detector.adapter.http;

import io.medevac.detector.config.DetectorConfig;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request may bring something in: it shows one of the tokens of the configured file
 * ({@code Authorization: Bearer TOKEN}). The file is read at each request, so that a token can be
 * replaced without a restart: one a line, the old one and the new one for a while. What cannot be
 * read lets nobody in.
 */
@ApplicationScoped
public class BearerToken {
    private static final Logger LOG = Logger.getLogger(BearerToken.class);
    private static final String KEY = "medevac.detector.http.token-file";
    private static final int MAX_FILE = 8 * 1024;
    private static final int NOT_FOUND = 404;
    private static final int UNAUTHORIZED = 401;
    private static final int UNAVAILABLE = 503;
    private static final Refusal OFF =
            new Refusal(NOT_FOUND, "nothing is taken in by HTTP here: set " + KEY);
    private static final Refusal NO_TOKEN =
            new Refusal(
                    UNAUTHORIZED, "send the header Authorization: Bearer TOKEN, TOKEN of " + KEY);
    private static final Refusal WRONG_TOKEN =
            new Refusal(UNAUTHORIZED, "the token is none of those in the file of " + KEY);

    /** How a header begins that brings a token; the scheme's name has no case. */
    private static final Pattern SCHEME = Pattern.compile("(?i:bearer) +(\\S{1,4096})");

    /** What RFC 6750 allows in a token, and no token that could be tried out. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{16,4096}");

    private final Optional<Path> file;

    @Inject
    BearerToken(DetectorConfig config) {
        this(config.http().tokenFile());
    }

    BearerToken(Optional<Path> file) {
        this.file = file;
    }

    /**
     * Why a request is refused, for its answer.
     *
     * @param status of HTTP: 404 when nothing is taken in, 401 (which wants {@code
     *     WWW-Authenticate: Bearer}) for a wrong or no token, 503 while the file cannot be used
     * @param reason one line that says what to do; tells nothing of a token
     */
    public record Refusal(int status, String reason) {}

    void onStart(@Observes StartupEvent event) {
        if (file.isPresent()) {
            tokens().refusal()
                    .ifPresent(refusal -> LOG.warnf("%s: %s", file.get(), refusal.reason()));
        }
    }

    /**
     * Empty when the request may go on. Reads a small file: not for an event loop.
     *
     * @param authorization value of the header {@code Authorization}; null when there is none
     */
    public Optional<Refusal> check(@Nullable String authorization) {
        if (file.isEmpty()) {
            return Optional.of(OFF);
        }
        Tokens tokens = tokens();
        if (tokens.refusal().isPresent()) {
            return tokens.refusal();
        }
        var shown = SCHEME.matcher(authorization == null ? "" : authorization.strip());
        if (!shown.matches()) {
            return Optional.of(NO_TOKEN);
        }
        return tokens.contain(shown.group(1)) ? Optional.empty() : Optional.of(WRONG_TOKEN);
    }

    private Tokens tokens() {
        Path path = file.orElseThrow();
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_FILE + 1);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList();
            boolean usable =
                    bytes.length <= MAX_FILE
                            && !lines.isEmpty()
                            && lines.stream().allMatch(line -> TOKEN.matcher(line).matches());
            return usable
                    ? new Tokens(lines, Optional.empty())
                    : unusable("wants one token a line, each of 16 or more of A-Za-z0-9._~+/=-");
        } catch (IOException e) {
            return unusable("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** Where the file is, is nothing that whoever asks has to know. */
    private static Tokens unusable(String why) {
        return new Tokens(
                List.of(),
                Optional.of(
                        new Refusal(
                                UNAVAILABLE,
                                "the file of %s %s; make one with: openssl rand -hex 32"
                                        .formatted(KEY, why))));
    }

    private record Tokens(List<String> allowed, Optional<Refusal> refusal) {

        /** Takes as long for a wrong token as for a right one, whatever of it is right. */
        boolean contain(String shown) {
            byte[] digest = digest(shown);
            boolean found = false;
            for (String token : allowed) {
                found |= MessageDigest.isEqual(digest(token), digest);
            }
            return found;
        }

        private static byte[] digest(String token) {
            try {
                return MessageDigest.getInstance("SHA-256")
                        .digest(token.getBytes(StandardCharsets.UTF_8));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }
    }
}
