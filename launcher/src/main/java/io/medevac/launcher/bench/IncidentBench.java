package io.medevac.launcher.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.events.CommandKind;
import io.medevac.events.GpuFault;
import io.medevac.events.IncidentClosed;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.RemediationHeld;
import io.medevac.events.SlurmNodeDraining;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.kernel.KernelLog;
import io.medevac.launcher.record.CommandRecord;
import io.medevac.launcher.record.EventFeed;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.stack.KubectlWatch;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.view.ShareOfTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Incident after incident on a running stack, each timed from the outside. */
final class IncidentBench implements AutoCloseable {
    private static final int XID = 79;
    private static final int GPU = 3;
    private static final Duration SEEN_WITHIN = Duration.ofSeconds(30);
    private static final Duration CLOSED_WITHIN = Duration.ofMinutes(2);

    /** So that what the last incident left to do is not counted with the next one. */
    private static final Duration BREATH = Duration.ofSeconds(2);

    private final Home home;
    private final StackAddresses stack;
    private final BenchNodes nodes;
    private final Consumer<String> out;
    private final Map<UUID, Instant> arrivals = new ConcurrentHashMap<>();
    private final Map<String, Instant> cordons = new ConcurrentHashMap<>();
    private final EventFeed feed;
    private final KubectlWatch watch;

    IncidentBench(Home home, Installation installation, Consumer<String> out) {
        this.home = home;
        this.stack = new StackAddresses(home, installation);
        this.nodes = new BenchNodes(stack.lab());
        this.out = out;
        this.feed =
                new EventFeed(
                        stack.record(out),
                        recorded -> arrivals.putIfAbsent(recorded.id(), Instant.now()));
        this.watch = KubectlWatch.start(stack, List.of("nodes"), this::note);
    }

    private void note(JsonNode event, Instant now) {
        JsonNode node = event.path("object");
        String name = node.at("/metadata/name").asText();
        if (node.at("/spec/unschedulable").asBoolean()) {
            cordons.putIfAbsent(name, now);
        } else {
            cordons.remove(name);
        }
    }

    /** Incidents in which a node is replaced; broken nodes are repaired between them. */
    List<Measured> enforced(int times) throws InterruptedException {
        List<Measured> measured = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        while (measured.size() < times) {
            if (nodes.spares().isEmpty()) {
                nodes.repair(broken);
                broken.clear();
                Wait.pause(BREATH);
            }
            String node = nodes.pool().getFirst();
            measured.add(replaced(node));
            broken.add(node);
            progress("enforce", measured.size(), times);
        }
        nodes.repair(broken);
        return measured;
    }

    private Measured replaced(String node) throws InterruptedException {
        Instant written = write(node);
        Incident incident =
                await(node, written, CLOSED_WITHIN, found -> found.closedAt().isPresent());
        Instant cordoned =
                Optional.ofNullable(cordons.get(node))
                        .orElseThrow(() -> new CommandFailure(node + " was never cordoned"));
        ShareOfTime shares = ShareOfTime.of(incident, written, Optional.empty());
        Measured measured =
                new Measured(
                        Duration.between(written, arrival(incident, GpuFault.class)),
                        Duration.between(written, cordoned),
                        Optional.of(
                                Duration.between(
                                        at(incident, NodeQuarantined.class),
                                        at(incident, SlurmNodeDraining.class))),
                        Optional.of(shares.ours()));
        Wait.pause(BREATH);
        return measured;
    }

    /** Incidents in which nothing may be done; each is cancelled, so that the next can open. */
    List<Measured> dryRun(int times) throws InterruptedException {
        CommandRecord commands = new CommandRecord(stack.kafkaClient(), stack.registry());
        String node = nodes.pool().getFirst();
        List<Measured> measured = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Instant written = write(node);
            Incident incident =
                    await(
                            node,
                            written,
                            SEEN_WITHIN,
                            found -> found.first(RemediationHeld.class).isPresent());
            measured.add(
                    new Measured(
                            Duration.between(written, arrival(incident, GpuFault.class)),
                            Duration.between(written, arrival(incident, RemediationHeld.class)),
                            Optional.empty(),
                            Optional.empty()));
            commands.write(
                    CommandRecord.order(
                            CommandKind.CANCEL,
                            stack.settings().options().cluster(),
                            incident.id(),
                            node,
                            "bench",
                            Instant.now()));
            await(
                    node,
                    written,
                    CLOSED_WITHIN,
                    found -> found.first(IncidentClosed.class).isPresent());
            Wait.pause(BREATH);
            progress("dry-run", measured.size(), times);
        }
        return measured;
    }

    private void progress(String what, int done, int of) {
        if (done % 10 == 0 || done == of) {
            out.accept("  %s: %d of %d incidents".formatted(what, done, of));
        }
    }

    private Instant write(String node) {
        KernelLog log = KernelLog.of(home, node);
        String pci = log.boot().gpu(GPU);
        Instant now = Instant.now();
        log.write(now, KernelLine.xid(XID, pci));
        return now;
    }

    private Incident await(String node, Instant since, Duration deadline, Predicate<Incident> is)
            throws InterruptedException {
        Wait.until(
                "the incident of " + node + " has come so far",
                deadline,
                () -> latest(node, since).filter(is).isPresent());
        return latest(node, since).orElseThrow();
    }

    private Optional<Incident> latest(String node, Instant since) {
        return feed.incidents().stream()
                .filter(incident -> incident.node().equals(node))
                .filter(incident -> !incident.openedAt().isBefore(since))
                .findFirst();
    }

    private Instant arrival(Incident incident, Class<?> type) {
        return arrivals.get(first(incident, type).id());
    }

    private static Instant at(Incident incident, Class<?> type) {
        return first(incident, type).at();
    }

    private static Recorded first(Incident incident, Class<?> type) {
        return incident.events().stream()
                .filter(recorded -> type.isInstance(recorded.event()))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("there was no " + type.getSimpleName()));
    }

    @Override
    public void close() {
        watch.close();
        feed.close();
    }
}
