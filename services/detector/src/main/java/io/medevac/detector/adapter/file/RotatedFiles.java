package io.medevac.detector.adapter.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds a file again that was rotated away: renamed, or copied before it was cut. */
final class RotatedFiles {
    private static final Pattern COMPRESSED = Pattern.compile(".*\\.(?:gz|xz|zst|bz2|lz4)");

    private RotatedFiles() {}

    /**
     * Where the rest of a file is now; empty when it is nowhere beside it (compressed, removed).
     *
     * @param path path it had
     * @param position position up to which it was read
     */
    static Optional<Path> find(Path path, FileIdentity identity, long position) throws IOException {
        Path copy = null;
        for (Path sibling : siblings(path)) {
            Optional<FileIdentity> found = identityOf(sibling);
            if (found.isEmpty() || !holds(sibling, position)) {
                continue;
            }
            if (found.get().equals(identity)) {
                return Optional.of(sibling);
            }
            if (found.get().firstLine().equals(identity.firstLine())) {
                copy = sibling;
            }
        }
        return Optional.ofNullable(copy);
    }

    /**
     * The file that was rotated away next after the one that was read to its end; empty when the
     * file at the path is the next.
     *
     * @param done where the file that was read is now
     */
    static Optional<Path> next(Path path, Path done, FileOrigin origin) throws IOException {
        if (done.equals(path) || !Files.exists(done)) {
            return Optional.empty();
        }
        Instant after = Files.getLastModifiedTime(done).toInstant();
        Path next = null;
        Instant first = Instant.MAX;
        for (Path sibling : siblings(path)) {
            Optional<FileIdentity> found = identityOf(sibling);
            if (found.isEmpty() || found.get().equals(origin.identity()) || compressed(sibling)) {
                continue;
            }
            Instant modified = Files.getLastModifiedTime(sibling).toInstant();
            if (modified.isAfter(after) && modified.isBefore(first)) {
                next = sibling;
                first = modified;
            }
        }
        return Optional.ofNullable(next);
    }

    /** Files whose names begin with the name of the log. */
    private static List<Path> siblings(Path path) throws IOException {
        String name = path.getFileName().toString();
        List<Path> siblings = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path.getParent())) {
            for (Path entry : entries) {
                String other = entry.getFileName().toString();
                if (other.startsWith(name) && !other.equals(name)) {
                    siblings.add(entry);
                }
            }
        }
        return siblings;
    }

    private static boolean compressed(Path file) {
        return COMPRESSED.matcher(file.getFileName().toString()).matches();
    }

    private static boolean holds(Path file, long position) throws IOException {
        try {
            return Files.size(file) >= position;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static Optional<FileIdentity> identityOf(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? FileIdentity.of(file) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
