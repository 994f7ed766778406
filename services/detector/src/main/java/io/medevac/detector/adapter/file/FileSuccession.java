package io.medevac.detector.adapter.file;

import io.medevac.domain.detection.LogProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which file comes after which at one path: nothing is read here, only looked at. */
final class FileSuccession {
    private final Path path;

    FileSuccession(Path path) {
        this.path = path;
    }

    /** What became of the file that is being read. */
    enum Change {
        /** It is still the one at the path. */
        NONE,
        /** It was cut, and perhaps written anew. */
        CUT,
        /** Another file is at the path. */
        REPLACED
    }

    /**
     * What to read next.
     *
     * @param where where the file is now
     * @param origin its origin
     * @param position where to begin
     * @param follows the origin that ended; null when the same one goes on
     * @param gap whether the file that was read last is gone
     */
    record Next(
            Path where, FileOrigin origin, long position, @Nullable String follows, boolean gap) {}

    /**
     * Identity of the file at the path; empty when there is none, or its first line is not whole.
     */
    Optional<FileIdentity> identity() throws IOException {
        try {
            return FileIdentity.of(path);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** What changes when the file at the path is touched; empty when there is none. */
    Map<String, Object> attributes() throws IOException {
        try {
            return Files.readAttributes(path, "unix:ino,size,lastModifiedTime");
        } catch (NoSuchFileException e) {
            return Map.of();
        }
    }

    /** Whether these attributes are of this open file, at the path. */
    boolean describe(Map<String, Object> attributes, LogFile open) {
        return open.path().equals(path)
                && attributes.get("ino") instanceof Number inode
                && inode.longValue() == open.origin().identity().inode();
    }

    /** A file never seen before, from its beginning. */
    Next firstSight(FileIdentity now) {
        return new Next(path, new FileOrigin(path, now, 0), 0, null, false);
    }

    /** Where reading goes on after a restart. */
    Next after(FileOrigin last, LogProgress progress, FileIdentity now) throws IOException {
        long next = progress.next();
        if (now.equals(last.identity()) && Files.size(path) >= next) {
            return new Next(path, last, next, null, false);
        }
        Optional<Path> rest = RotatedFiles.find(path, last.identity(), next);
        if (rest.isPresent()) {
            return new Next(rest.get(), last, next, null, false);
        }
        return begin(last, now, now.inode() != last.identity().inode());
    }

    /** What became of a file that was read to its end. */
    Change change(LogFile open, FileIdentity now) throws IOException {
        FileIdentity known = open.origin().identity();
        if (now.inode() != known.inode()) {
            return Change.REPLACED;
        }
        boolean whole =
                now.equals(known)
                        && open.path().equals(path)
                        && Files.size(path) >= open.position();
        return whole ? Change.NONE : Change.CUT;
    }

    /** Whether the file being read has other content now, though it may be as long as before. */
    boolean rewritten(LogFile open) throws IOException {
        FileIdentity known = open.origin().identity();
        return open.path().equals(path)
                && identity()
                        .filter(now -> now.inode() == known.inode() && !now.equals(known))
                        .isPresent();
    }

    /** What comes after a file that was cut: the rest of it in a copy, or its new content. */
    Next afterCut(LogFile open, @Nullable String follows, FileIdentity now) throws IOException {
        FileOrigin origin = open.origin();
        if (!now.equals(origin.identity())) {
            Optional<Path> copy = RotatedFiles.find(path, origin.identity(), open.position() + 1);
            if (copy.isPresent()) {
                return new Next(copy.get(), origin, open.lineStart(), follows, false);
            }
        }
        return begin(origin, now, false);
    }

    /**
     * What comes after a file that was renamed and read to its end.
     *
     * @param between whether others may have come and gone since it was renamed
     */
    Next afterRenamed(LogFile open, FileIdentity now, boolean between) throws IOException {
        FileOrigin origin = open.origin();
        Optional<Path> next =
                between ? RotatedFiles.next(path, open.path(), origin) : Optional.empty();
        if (next.isPresent()) {
            FileIdentity identity = FileIdentity.of(next.get()).orElse(now);
            return new Next(
                    next.get(), new FileOrigin(path, identity, 0), 0, origin.toString(), false);
        }
        return begin(origin, now, false);
    }

    private Next begin(FileOrigin before, FileIdentity now, boolean gap) {
        FileOrigin origin =
                now.equals(before.identity()) ? before.nextTurn() : new FileOrigin(path, now, 0);
        return new Next(path, origin, 0, before.toString(), gap);
    }
}
