package io.medevac.launcher.record;

import io.medevac.launcher.CommandFailure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything that arrives on the topics, read by a thread of its own. */
public final class EventFeed implements AutoCloseable {

    private final List<Recorded> arrived = new ArrayList<>();
    private final Consumer<Recorded> viewer;
    private final Thread reader;
    private volatile boolean open = true;
    private volatile @Nullable CommandFailure failure;

    /**
     * Begins to read what is new.
     *
     * @param viewer is shown each event as it arrives
     */
    public EventFeed(RecordLog log, Consumer<Recorded> viewer) {
        this.viewer = viewer;
        this.reader =
                Thread.ofPlatform()
                        .daemon()
                        .name("event-feed")
                        .start(
                                () -> {
                                    try (log) {
                                        log.follow(RecordLog.TOPICS, true, () -> open, this::take);
                                    } catch (CommandFailure e) {
                                        failure = e;
                                    }
                                });
    }

    /**
     * The first incident about a node so far.
     *
     * @throws CommandFailure when the topics cannot be read any more
     */
    public Optional<Incident> incidentOf(String node) {
        return incidents().stream().filter(incident -> incident.node().equals(node)).findFirst();
    }

    /**
     * The incidents so far, oldest first.
     *
     * @throws CommandFailure when the topics cannot be read any more
     */
    public List<Incident> incidents() {
        if (failure != null) {
            throw failure;
        }
        List<Recorded> all;
        synchronized (arrived) {
            all = new ArrayList<>(arrived);
        }
        all.sort(Comparator.comparing(Recorded::at));
        return Incident.in(all);
    }

    private void take(Recorded recorded) {
        synchronized (arrived) {
            arrived.add(recorded);
        }
        viewer.accept(recorded);
    }

    @Override
    public void close() {
        open = false;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
