package io.medevac.detector.adapter.kmsg;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.application.HeardNodes;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.LogProgress;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.node.Machine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KmsgFollowerTest {
    private static final String XID = "NVRM: Xid (PCI:0000:9b:00): ";
    private static final String NODE = "gpu-1";

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-30T10:00:00Z"));
    private final AtomicReference<String> shown = new AtomicReference<>("boot-1");
    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final SilentMeasurements counters = new SilentMeasurements();
    private FakeKernelBuffer buffer = new FakeKernelBuffer("boot-1");
    private KmsgFollower follower;

    @AfterEach
    void stop() {
        if (follower != null) {
            follower.stop();
        }
    }

    @Test
    void whatTheKernelSaysIsAFaultOfThisBoot() {
        buffer.say(5, "Linux version 6.1.0");
        buffer.say(6, "nvidia 0000:9b:00.0: enabling device (0000 -> 0003)");
        buffer.say(4, XID + "79, GPU has fallen off the bus.");
        start();
        await().until(() -> codes().equals(List.of(79)));

        buffer.say(4, XID + "48, later");
        await().until(() -> codes().equals(List.of(79, 48)));

        DetectedFault fault = store.told().getFirst();
        assertThat(fault.machine()).isEqualTo(new Machine("uid", "boot-1"));
        assertThat(fault.signal().origin()).isEqualTo("kmsg:boot-1");
        assertThat(fault.signal().position()).isEqualTo(2);
        assertThat(fault.signal().finding().fault().gpu().index()).isZero();
    }

    @Test
    void whatAProcessWroteToTheDeviceIsCounted() {
        buffer.say(12, XID + "79, forged");
        buffer.say(4, XID + "48, real");
        start();
        await().until(() -> codes().equals(List.of(48)));

        await().untilAsserted(() -> assertThat(counters.untrusted).hasValue(1));
    }

    @Test
    void aRestartGoesOnWhereItWas() {
        buffer.say(4, XID + "79, first");
        buffer.say(6, "noise");
        start();
        await().until(() -> codes().equals(List.of(79)));
        await().until(() -> position("boot-1") == 2);
        follower.stop();
        int lines = counters.lines.get();
        buffer.say(4, XID + "48, meanwhile");

        start();
        await().until(() -> codes().equals(List.of(79, 48)));

        await().untilAsserted(() -> assertThat(counters.lines).hasValue(lines + 1));
        assertThat(counters.gaps).hasValue(0);
    }

    @Test
    void whatWasOverwrittenIsCountedAndTheRestIsRead() {
        buffer.say(4, XID + "79, first");
        start();
        await().until(() -> codes().equals(List.of(79)));
        store.down(true);
        for (int i = 0; i < 10; i++) {
            buffer.say(6, "noise");
        }
        follower.stop();
        buffer.overwriteBut(3);
        store.down(false);

        start();
        buffer.say(4, XID + "48, after");
        await().until(() -> codes().equals(List.of(79, 48)));

        assertThat(counters.gaps).hasValue(1);
    }

    @Test
    void aRingThatIsOverrunUnderItsReaderIsOpenedAgain() {
        buffer.say(4, XID + "79, first");
        start();
        await().until(() -> codes().equals(List.of(79)));

        buffer.overwriteBut(0);
        buffer.say(4, XID + "48, after");

        await().until(() -> codes().equals(List.of(79, 48)));
        await().until(() -> follower.failure().isEmpty());
    }

    @Test
    void aDefectDoesNotEndTheReader() {
        buffer.say(4, XID + "79, first");
        start();
        await().until(() -> codes().equals(List.of(79)));

        buffer.fail(new IllegalStateException("a defect"));
        await().until(() -> follower.failure().filter(why -> why.contains("a defect")).isPresent());
        buffer.fail(null);
        buffer.say(4, XID + "48, after");

        await().until(() -> codes().equals(List.of(79, 48)));
        await().until(() -> follower.failure().isEmpty());
    }

    @Test
    void aStoreThatIsAwayHoldsTheRecords() {
        start();
        buffer.say(4, XID + "79, first");
        await().until(() -> codes().equals(List.of(79)));
        store.down(true);
        buffer.say(4, XID + "48, second");
        await().until(() -> follower.failure().isPresent());
        assertThat(codes()).containsExactly(79);

        store.down(false);

        await().until(() -> codes().equals(List.of(79, 48)));
        await().until(() -> follower.failure().isEmpty());
    }

    @Test
    void itWaitsUntilKubernetesShowsThisBoot() {
        shown.set("boot-0");
        buffer.say(4, XID + "79, early");
        start();
        await().during(Duration.ofMillis(300)).until(() -> store.told().isEmpty());

        shown.set("boot-1");

        await().until(() -> codes().equals(List.of(79)));
        assertThat(store.told().getFirst().machine()).isEqualTo(new Machine("uid", "boot-1"));
    }

    @Test
    void aBootThatKubernetesDoesNotShowInTimeIsToldWithoutABoot() {
        shown.set("boot-0");
        buffer.say(4, XID + "79, early");
        start();
        await().during(Duration.ofMillis(300)).until(() -> store.told().isEmpty());

        now.set(now.get().plusSeconds(60));

        await().until(() -> codes().equals(List.of(79)));
        assertThat(store.told().getFirst().machine()).isEqualTo(Machine.UNKNOWN);
    }

    @Test
    void anotherBootIsReadFromItsBeginning() {
        buffer.say(4, XID + "79, first");
        start();
        await().until(() -> codes().equals(List.of(79)));
        follower.stop();
        buffer = new FakeKernelBuffer("boot-2");
        buffer.say(4, XID + "79, first");
        shown.set("boot-2");

        start();

        await().until(() -> codes().equals(List.of(79, 79)));
        assertThat(store.told().getLast().machine().bootId()).isEqualTo("boot-2");
        assertThat(counters.gaps).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "'4,1227,171167620236,-;text', 1227, PT47H32M47.620236S",
        "'6,0,0,-,caller=T1;text;more', 0, PT0S",
        "'30,5,1,c;', 5, PT0.000001S",
    })
    void readsTheFormOfTheDevice(String line, long sequence, Duration uptime) {
        assertThat(KmsgRecord.of(line)).contains(new KmsgRecord(sequence, uptime, line));
    }

    @ParameterizedTest
    @CsvSource({
        "' SUBSYSTEM=pci'",
        "''",
        "'text'",
        "'4,x,1,-;text'",
        "'4,99999999999999999999,1,-;a'"
    })
    void aLineThatBeginsNoRecordIsLeftOut(String line) {
        assertThat(KmsgRecord.of(line)).isEmpty();
    }

    @Test
    void aDeviceThatCannotBeReadIsNamedAndTriedAgain() {
        buffer.refuse("not permitted");
        buffer.say(4, XID + "79, first");
        start();
        await().until(() -> follower.failure().isPresent());

        assertThat(new KmsgReadiness(follower).call().getData().orElseThrow().get("reason"))
                .asString()
                .contains("not permitted");

        buffer.refuse(null);
        await().until(() -> codes().equals(List.of(79)));
        await().until(() -> follower.failure().isEmpty());
    }

    private void start() {
        follower =
                new KmsgFollower(
                        Optional.of(buffer),
                        NODE,
                        store,
                        new TakeInKernelLog(
                                new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60)),
                                store,
                                this::seen,
                                new DerivedIdentities(),
                                HeardNodes.DEAF,
                                counters,
                                now::get),
                        this::seen,
                        counters,
                        now::get,
                        Duration.ofSeconds(60),
                        Duration.ofMillis(20));
        follower.start();
    }

    private Optional<NodeSeen> seen(String node) {
        return Optional.of(new NodeSeen("uid", shown.get(), Instant.EPOCH, now.get()));
    }

    private long position(String boot) {
        return store.progress("kmsg:" + boot, NODE).map(LogProgress::next).orElse(0L);
    }

    private List<Integer> codes() {
        return store.told().stream().map(fault -> fault.signal().finding().fault().code()).toList();
    }

    private static ConditionFactory await() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10));
    }
}
