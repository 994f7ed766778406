package io.medevac.detector.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.application.RawChunk.RawLine;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.detector.port.Measurements.Source;
import io.medevac.detector.port.NodeDirectory;
import io.medevac.detector.port.SourceState;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.Detection.Placed;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.LogSilence;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchKernelLogsTest {
    private static final Instant START = Instant.parse("2026-07-01T00:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(400);

    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final Map<String, NodeSeen> nodes = new HashMap<>();
    private final Set<String> out = new HashSet<>();
    private final Detection detection =
            new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60));
    private Instant now = START;
    private Replica first = new Replica(Optional.of(PATIENCE));

    @BeforeEach
    void twoNodes() {
        nodes.put("n1", new NodeSeen("uid-1", "boot-1", Instant.EPOCH, null));
        nodes.put("n2", new NodeSeen("uid-2", "boot-2", Instant.EPOCH, null));
    }

    @Test
    void theNodeThatComesNoMoreIsToldOnceOfTheBootThatRuns() {
        first.hears("n1");
        run(1500, () -> first.hears("n2"), first);

        assertThat(store.told()).hasSize(1);
        DetectedFault told = store.told().getFirst();
        assertThat(told.signal().finding().node()).isEqualTo("n1");
        assertThat(told.machine()).isEqualTo(new Machine("uid-1", "boot-1"));
        assertThat(told.signal().source()).isEqualTo(io.medevac.domain.detection.Source.KERNEL);
        assertThat(first.watch.blind()).isEqualTo(1);
    }

    @Test
    void whatCameAgainMayFallSilentAnew() {
        first.hears("n1");
        run(600, () -> {}, first);
        first.hears("n1");
        run(50, () -> {}, first);
        assertThat(first.watch.blind()).isZero();

        run(600, () -> {}, first);

        assertThat(store.told())
                .extracting(told -> told.signal().finding().fault().message())
                .containsExactly(
                        "nothing from the node's kernel log since 2026-07-01T00:00:00Z",
                        "nothing from the node's kernel log since 2026-07-01T00:10:00Z");
    }

    @Test
    void whatAnotherReplicaHearsIsNoSilenceAndWhatItToldIsToldOnce() {
        Replica second = new Replica(Optional.of(PATIENCE));
        first.hears("n1");
        second.hears("n2");
        run(2000, () -> first.hears("n1"), first, second);

        assertThat(store.told())
                .extracting(told -> told.signal().finding().node())
                .containsExactly("n2");
        assertThat(second.watch.blind()).isEqualTo(1);
    }

    @Test
    void theTimeInWhichNobodyListenedIsNoSilence() {
        first.hears("n1");
        run(50, () -> {}, first);
        now = now.plusSeconds(9000);
        first = new Replica(Optional.of(PATIENCE));
        run(450, () -> {}, first);
        assertThat(store.told()).isEmpty();

        run(100, () -> {}, first);

        assertThat(store.told()).hasSize(1);
    }

    @Test
    void norIsTheTimeInWhichTheStoreWasAway() {
        first.hears("n1");
        run(50, () -> {}, first);
        store.down(true);
        now = now.plusSeconds(9000);
        assertThatThrownBy(first.watch::look).hasMessage("the store is down");
        store.down(false);
        run(450, () -> {}, first);
        assertThat(store.told()).isEmpty();

        run(100, () -> {}, first);

        assertThat(store.told()).hasSize(1);
    }

    @Test
    void aNodeThatIsGoneIsNotMissed() {
        first.hears("n1");
        run(50, () -> {}, first);
        nodes.remove("n1");
        run(2000, () -> {}, first);

        assertThat(store.told()).isEmpty();
        assertThat(first.watch.blind()).isZero();
    }

    @Test
    void aNodeThatMedevacTookOutIsNotMissedAndBeginsAnewWhenItComesBack() {
        first.hears("n1");
        run(50, () -> {}, first);
        out.add("n1");
        run(2000, () -> {}, first);
        out.remove("n1");
        run(450, () -> {}, first);
        assertThat(store.told()).isEmpty();

        run(200, () -> {}, first);

        assertThat(store.told()).hasSize(1);
    }

    @Test
    void onlyLinesOfNodesCountAndAStoredPositionIsNone() {
        first.hears("n1");
        run(600, () -> first.lines.on(chunk("n1", List.of())), first);
        first.hears("another");
        run(2000, () -> {}, first);

        assertThat(store.told())
                .extracting(told -> told.signal().finding().node())
                .containsExactly("n1");
    }

    @Test
    void withoutPatienceNothingIsToldOrStored() {
        first = new Replica(Optional.empty());
        first.hears("n1");
        run(9000, () -> {}, first);

        assertThat(store.told()).isEmpty();
        assertThat(store.statesOf("")).isEmpty();
    }

    @Test
    void aStateThatNobodyOfUsWroteIsBegunAnew() {
        store.takeIn(
                "n1",
                Set.of(),
                new SourceState("kernel-log:n1", 7, "?"),
                known -> new Placed(List.of(), List.of(), List.of()));
        run(450, () -> {}, first);
        assertThat(store.told()).isEmpty();

        run(200, () -> {}, first);

        assertThat(store.told()).hasSize(1);
    }

    private void run(int seconds, Runnable meanwhile, Replica... replicas) {
        for (int passed = 0; passed < seconds; passed += 50) {
            now = now.plusSeconds(50);
            meanwhile.run();
            for (Replica replica : replicas) {
                replica.watch.look();
            }
        }
    }

    private RawChunk chunk(String node, List<RawLine> lines) {
        return new RawChunk(
                Source.TOPIC,
                "kafka:t/0",
                node,
                "kafka:t/0",
                null,
                now.toEpochMilli() + 1,
                true,
                true,
                lines);
    }

    private final class Directory implements NodeDirectory {
        @Override
        public Optional<NodeSeen> find(String node) {
            return Optional.ofNullable(nodes.get(node));
        }

        @Override
        public boolean isOut(String node) {
            return out.contains(node);
        }
    }

    /** A process of the detector. */
    private final class Replica {
        private final TakeInKernelLog lines;
        private final WatchKernelLogs watch;

        private Replica(Optional<Duration> patience) {
            SilentMeasurements measurements = new SilentMeasurements();
            DerivedIdentities identities = new DerivedIdentities();
            NodeDirectory directory = new Directory();
            LogSilence silence = new LogSilence(patience);
            HeardNodes heard = new HeardNodes(silence, directory, () -> now);
            lines =
                    new TakeInKernelLog(
                            detection,
                            store,
                            directory,
                            identities,
                            heard,
                            measurements,
                            () -> now);
            TakeInReport reports =
                    new TakeInReport(
                            detection, store, directory, identities, measurements, () -> now);
            watch = new WatchKernelLogs(silence, heard, store, directory, reports, () -> now);
        }

        /** A line that is nobody's, as a heartbeat is. */
        private void hears(String node) {
            lines.on(chunk(node, List.of(new RawLine(now.toEpochMilli(), 0, now, false, "alive"))));
        }
    }
}
