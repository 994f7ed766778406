package io.medevac.messaging;

import com.google.errorprone.annotations.CheckReturnValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an operator's file says, read again while the service runs. The file counts as a whole: one
 * with a mistake is refused, and what was right before stays. It is compared by content, so that
 * writing in place, renaming over it and swapping a link above it (ConfigMaps) are all seen.
 *
 * @param <T> what the file says
 */
public final class WatchedFile<T> {
    private static final int MARK = 12;

    private final Path file;
    private final int longest;
    private final Function<String, T> reader;
    private volatile Seen<T> seen;

    private WatchedFile(Path file, int longest, Function<String, T> reader) {
        this.file = file;
        this.longest = longest;
        this.reader = reader;
        String text = text();
        this.seen = new Seen<>(text, read(text), "");
    }

    /** What a look has shown. */
    public enum Look {
        /** It says what it said before, or has the mistake that it had before. */
        SAME,
        /** It was changed and is right, or is right again: what it says counts now. */
        CHANGED,
        /** It has another mistake than before; what was right before stays. */
        REFUSED
    }

    /**
     * Reads it for the first time.
     *
     * @param longest bytes that it may have
     * @param reader makes sense of its text; throws {@link IllegalArgumentException} with one line
     *     that names the mistake
     * @throws IllegalArgumentException with one line, when it cannot be read or has a mistake
     */
    public static <T> WatchedFile<T> open(Path file, int longest, Function<String, T> reader) {
        return new WatchedFile<>(file, longest, reader);
    }

    /** Reads it again. Never fails; not for two threads at once. */
    @CheckReturnValue
    public Look look() {
        Seen<T> before = seen;
        try {
            String text = text();
            if (text.equals(before.text())) {
                boolean mended = !before.mistake().isEmpty();
                seen = new Seen<>(text, before.value(), "");
                return mended ? Look.CHANGED : Look.SAME;
            }
            seen = new Seen<>(text, read(text), "");
            return Look.CHANGED;
        } catch (IllegalArgumentException e) {
            String mistake = e.getMessage();
            seen = new Seen<>(before.text(), before.value(), mistake);
            return mistake.equals(before.mistake()) ? Look.SAME : Look.REFUSED;
        }
    }

    /** What it says, or said when it was right for the last time. */
    public T value() {
        return seen.value();
    }

    /** What is wrong with it as it is now, in one line; empty when nothing is. */
    public String mistake() {
        return seen.mistake();
    }

    /**
     * The beginning of the SHA-256 of the text that counts, to tell replicas and versions apart.
     */
    public String hash() {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(seen.text().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, MARK);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private String text() {
        // A pipe without a writer would be waited for without end.
        if (!Files.isRegularFile(file)) {
            throw wrong("cannot be read: there is no such file", null);
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(longest + 1);
            if (bytes.length > longest) {
                throw wrong("is longer than " + longest + " bytes", null);
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw wrong("is no UTF-8", e);
        } catch (IOException e) {
            throw wrong("cannot be read (%s)".formatted(e.getClass().getSimpleName()), e);
        }
    }

    private T read(String text) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage(), e);
        }
    }

    private IllegalArgumentException wrong(String what, @Nullable Throwable cause) {
        return new IllegalArgumentException("policy file %s: %s".formatted(file, what), cause);
    }

    /**
     * What was seen.
     *
     * @param text the last text that was right
     * @param value what it says
     * @param mistake what is wrong with the file as it is now; empty when nothing is
     */
    private record Seen<T>(String text, T value, String mistake) {}
}
