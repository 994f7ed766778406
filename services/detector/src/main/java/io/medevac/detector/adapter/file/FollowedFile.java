package io.medevac.detector.adapter.file;

import io.medevac.detector.adapter.file.FileSuccession.Next;
import io.medevac.detector.adapter.file.LineAssembler.Line;
import io.medevac.detector.application.RawChunk;
import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.application.Taken;
import io.medevac.detector.port.DetectionStore;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.domain.detection.LogProgress;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The kernel log of one node, followed from file to file. Used by one thread at a time. Whatever
 * fails, the next {@link #read} starts again from what is stored.
 */
final class FollowedFile {
    private static final Logger LOG = Logger.getLogger(FollowedFile.class);

    private final String node;
    private final Path path;
    private final FileSuccession files;
    private final DetectionStore store;
    private final TakeInKernelLog takeIn;
    private final FileCounters counters;
    private final InstantSource clock;
    private final Duration checkpointEvery;

    private @Nullable LogFile file;

    /** Attributes of the path at the last complete reading. */
    private Map<String, Object> attributes = Map.of();

    private @Nullable String follows;

    /** Lines before this position belong to a boot before the last one that the log shows. */
    private long lastBootAt;

    /** Whether the end was reached since the start: what comes then was written just now. */
    private boolean caughtUp;

    /** Whether something was read that is not stored. */
    private boolean dirty;

    private Instant checkpointAt = Instant.EPOCH;
    private volatile long lag;

    FollowedFile(
            String node,
            Path path,
            DetectionStore store,
            TakeInKernelLog takeIn,
            FileCounters counters,
            InstantSource clock,
            Duration checkpointEvery) {
        this.node = node;
        this.path = path;
        this.files = new FileSuccession(path);
        this.store = store;
        this.takeIn = takeIn;
        this.counters = counters;
        this.clock = clock;
        this.checkpointEvery = checkpointEvery;
    }

    Path path() {
        return path;
    }

    String node() {
        return node;
    }

    /** Bytes that were written and not read, as of the last look. */
    long lag() {
        return lag;
    }

    /**
     * Reads all that is there, through any rotation.
     *
     * @throws IOException when the file cannot be read: try again later
     * @throws RuntimeException when the store does not answer: try again later
     */
    void read() throws IOException {
        try {
            Map<String, Object> now = files.attributes();
            if (unchanged(now)) {
                return;
            }
            LogFile open = file;
            if (open != null && files.rewritten(open)) {
                follow(open);
            }
            boolean more = true;
            while (more) {
                more = step();
            }
            attributes = now;
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Closes the file; the next read opens it again where the store says. */
    void close() {
        LogFile open = file;
        file = null;
        attributes = Map.of();
        follows = null;
        caughtUp = false;
        dirty = false;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.debugf(e, "cannot close %s", path);
            }
        }
    }

    /** Whether there may be more to read at once. */
    private boolean step() throws IOException {
        LogFile open = file;
        if (open == null) {
            return start();
        }
        Optional<List<Line>> lines = open.next();
        if (lines.isPresent()) {
            lag = Math.max(0, open.size() - open.position());
            take(open, lines.get());
            return true;
        }
        lag = 0;
        if (follow(open)) {
            return true;
        }
        caughtUp = true;
        checkpoint(open);
        return false;
    }

    /** Opens the file where it was left; false when there is nothing to open. */
    private boolean start() throws IOException {
        Optional<FileIdentity> now = files.identity();
        if (now.isEmpty()) {
            return false;
        }
        Optional<LogProgress> progress = store.progress(stream(), node);
        Optional<FileOrigin> last = progress.flatMap(stored -> FileOrigin.parse(stored.origin()));
        if (progress.isEmpty() || last.isEmpty()) {
            firstSight(now.get());
        } else {
            open(files.after(last.get(), progress.get(), now.get()));
        }
        return true;
    }

    /** A file never seen before is read from the beginning of its last boot. */
    private void firstSight(FileIdentity now) throws IOException {
        Next first = files.firstSight(now);
        open(first);
        long boot = lastBootAt;
        if (boot > 0) {
            open(new Next(first.where(), first.origin(), boot, null, false));
        }
        LOG.infof("following %s: node=%s from=%d", path, node, boot);
    }

    /** At the end of a file: whether another one is to be read now. */
    private boolean follow(LogFile open) throws IOException {
        Optional<FileIdentity> now = files.identity();
        if (now.isEmpty()) {
            return false;
        }
        switch (files.change(open, now.get())) {
            case NONE -> {
                return false;
            }
            case CUT -> open(files.afterCut(open, follows, now.get()));
            case REPLACED -> {
                if (finish(open)) {
                    open(files.afterRenamed(open, now.get(), !caughtUp));
                }
            }
        }
        return true;
    }

    /** Reads a renamed file to its end; false when it has to be looked at again. */
    private boolean finish(LogFile open) throws IOException {
        Optional<List<Line>> late = open.next();
        if (late.isPresent()) {
            take(open, late.get());
            return false;
        }
        open.rest().ifPresent(rest -> take(open, List.of(rest)));
        return file == open;
    }

    private void open(Next next) throws IOException {
        if (next.gap()) {
            counters.gap();
            LOG.warnf(
                    "lines may be missing, the file that was read last is gone: node=%s file=%s",
                    node, path);
        }
        LogFile opened = LogFile.open(next.where(), next.origin(), next.position());
        boolean wasCaughtUp = caughtUp;
        close();
        caughtUp = wasCaughtUp;
        file = opened;
        follows = next.follows();
        dirty = next.follows() != null;
        lastBootAt = wasCaughtUp ? 0 : lastBootOf(opened);
    }

    private long lastBootOf(LogFile next) throws IOException {
        if (!next.path().equals(path)) {
            try (LogFile current = LogFile.open(path, next.origin(), 0)) {
                if (current.lastBoot(0).isPresent()) {
                    return Long.MAX_VALUE;
                }
            } catch (NoSuchFileException e) {
                LOG.debugf("no %s at the moment", path);
            }
        }
        return next.lastBoot(next.position()).orElse(0);
    }

    /** Spares the look into a file that has not been touched. */
    private boolean unchanged(Map<String, Object> now) {
        LogFile open = file;
        return open != null && !dirty && now.equals(attributes) && files.describe(now, open);
    }

    private void take(LogFile open, List<Line> lines) {
        Instant now = clock.instant();
        List<RawLine> old = new ArrayList<>();
        List<RawLine> latest = new ArrayList<>();
        for (Line line : lines) {
            if (line.cut()) {
                counters.overlong();
            }
            (line.position() < lastBootAt ? old : latest)
                    .add(new RawLine(line.position(), 0, caughtUp ? now : null, true, line.text()));
        }
        if (!old.isEmpty()) {
            long end = latest.isEmpty() ? open.lineStart() : latest.getFirst().position();
            take(open, end, false, false, old);
        }
        if (!latest.isEmpty() && file == open) {
            take(open, open.lineStart(), true, false, latest);
        }
    }

    private void checkpoint(LogFile open) {
        if (dirty && !clock.instant().isBefore(checkpointAt.plus(checkpointEvery))) {
            take(open, open.lineStart(), true, true, List.of());
        }
    }

    private void take(
            LogFile open, long end, boolean latestBoot, boolean checkpoint, List<RawLine> lines) {
        Taken taken =
                takeIn.on(
                        new RawChunk(
                                Source.FILE,
                                stream(),
                                node,
                                open.origin().toString(),
                                follows,
                                end,
                                latestBoot,
                                checkpoint || follows != null,
                                lines));
        switch (taken) {
            case STORED -> {
                follows = null;
                dirty = false;
                checkpointAt = clock.instant();
            }
            case NOTHING_SAID -> dirty = true;
            case SUPERSEDED -> close();
        }
    }

    private String stream() {
        return "file:" + path;
    }
}
