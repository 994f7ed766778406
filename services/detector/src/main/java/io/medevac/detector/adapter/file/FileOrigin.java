package io.medevac.detector.adapter.file;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The exact source of a line that was read from a file, as it stands in events and in the store.
 *
 * @param path path that is followed; a file keeps it after its rotation
 * @param identity identity of the file
 * @param turn how often the file was cut and begun anew with the same first line, from 0
 */
record FileOrigin(Path path, FileIdentity identity, int turn) {
    private static final Pattern FORM =
            Pattern.compile("file:(.*)\\?inode=(\\d+)&first=([0-9a-f]+)&turn=(\\d+)");

    /** Reads what {@link #toString} wrote; empty when it is something else. */
    static Optional<FileOrigin> parse(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(
                        new FileOrigin(
                                Path.of(form.group(1)),
                                new FileIdentity(Long.parseLong(form.group(2)), form.group(3)),
                                Integer.parseInt(form.group(4))))
                : Optional.empty();
    }

    /** The same file, begun anew. */
    FileOrigin nextTurn() {
        return new FileOrigin(path, identity, turn + 1);
    }

    @Override
    public String toString() {
        return "file:"
                + path
                + "?inode="
                + identity.inode()
                + "&first="
                + identity.firstLine()
                + "&turn="
                + turn;
    }
}
