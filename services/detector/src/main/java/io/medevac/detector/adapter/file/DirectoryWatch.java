package io.medevac.detector.adapter.file;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Tells which folders changed, as soon as the file system does. Used by one thread. */
final class DirectoryWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(DirectoryWatch.class);

    private final WatchService service;
    private final Map<WatchKey, Path> watched = new HashMap<>();
    private final Set<Path> refused = new HashSet<>();

    DirectoryWatch(Path any) throws IOException {
        service = any.getFileSystem().newWatchService();
    }

    /**
     * Watches a folder from now on. Where the system allows no more watches, changes of the folder
     * are not told and only the regular look finds them.
     */
    void add(Path folder) {
        if (watched.containsValue(folder)) {
            return;
        }
        try {
            watched.put(folder.register(service, ENTRY_CREATE, ENTRY_MODIFY), folder);
            refused.remove(folder);
        } catch (IOException e) {
            if (refused.add(folder)) {
                LOG.warnf("cannot watch %s, looking at intervals only: %s", folder, e);
            }
        }
    }

    /** Folders that changed; waits for a change, at most this long. */
    Set<Path> await(Duration atMost) throws InterruptedException {
        Set<Path> changed = new HashSet<>();
        try {
            WatchKey key = service.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
            while (key != null) {
                key.pollEvents();
                Path folder = watched.get(key);
                if (folder != null) {
                    changed.add(folder);
                }
                if (!key.reset()) {
                    watched.remove(key);
                }
                key = service.poll();
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("watch closed");
        }
        return changed;
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
