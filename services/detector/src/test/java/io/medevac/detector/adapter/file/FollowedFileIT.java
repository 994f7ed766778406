package io.medevac.detector.adapter.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.application.HeardNodes;
import io.medevac.detector.application.TakeInKernelLog;
import io.medevac.detector.fake.DerivedIdentities;
import io.medevac.detector.fake.InMemoryDetectionStore;
import io.medevac.detector.fake.SilentMeasurements;
import io.medevac.domain.detection.DetectedFault;
import io.medevac.domain.detection.Detection;
import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.NodeSeen;
import io.medevac.domain.node.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedFileIT {
    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
    private static final String LINUX = "Linux version 6.1.0\n";

    @TempDir Path folder;

    private final InMemoryDetectionStore store = new InMemoryDetectionStore();
    private final SilentMeasurements counters = new SilentMeasurements();
    private final AtomicReference<NodeSeen> node =
            new AtomicReference<>(new NodeSeen("uid", "boot-1", Instant.EPOCH, null));
    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final InstantSource clock = now::get;
    private Path log;
    private FollowedFile file;

    @BeforeEach
    void follow() {
        log = folder.resolve("kern.log");
        file = fresh();
    }

    @Test
    void readsWhatIsAppended() throws IOException {
        append("noise\n" + xid(63));
        file.read();
        append(xid(94) + "noise\n" + xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 94, 79);
    }

    @Test
    void waitsForTheRestOfAHalfLine() throws IOException {
        append(xid(63) + "NVRM: Xid (PCI:0000:9b:00): 7");
        file.read();
        assertThat(codes()).containsExactly(63);

        append("9, GPU has fallen off the bus.\n");
        file.read();

        assertThat(codes()).containsExactly(63, 79);
    }

    @Test
    void goesOnAfterARestartWhereItWas() throws IOException {
        append(xid(63) + "NVRM: Xid (PCI:0000:9b:00): 7");
        file.read();
        file = fresh();
        append("9, fallen\n");
        file.read();
        file = fresh();
        file.read();

        assertThat(codes()).containsExactly(63, 79);
    }

    @Test
    void givesTheSameSignalsWhenItReadsFromTheBeginningAgain() throws IOException {
        append(xid(63) + xid(79) + xid(79));
        file.read();
        List<DetectedFault> first = store.told();

        store.wipe();
        file = fresh();
        file.read();

        assertThat(store.told()).isEqualTo(first);
        assertThat(store.told()).extracting(fault -> fault.signal().id()).doesNotHaveDuplicates();
    }

    @Test
    void followsRenamingAndReadsTheOldFileToItsEnd() throws IOException {
        append(xid(63));
        file.read();
        append(xid(64));
        rename();
        append(xid(94));
        Files.writeString(folder.resolve("kern.log.1"), xid(95), StandardOpenOption.APPEND);
        file.read();
        append(xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 64, 95, 94, 79);
        assertThat(counters.gaps).hasValue(0);
    }

    @Test
    void readsTheOldFileWhileTheNewOneIsStillEmpty() throws IOException {
        append(xid(63));
        file.read();
        rename();
        file.read();
        Files.createFile(log);
        Files.writeString(folder.resolve("kern.log.1"), xid(64), StandardOpenOption.APPEND);
        file.read();
        append(xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 64, 79);
    }

    @Test
    void takesTheLastLineOfARenamedFileEvenWithoutItsEnd() throws IOException {
        append(xid(63) + "NVRM: Xid (PCI:0000:9b:00): 79, fallen");
        file.read();
        rename();
        append(xid(94));
        file.read();

        assertThat(codes()).containsExactly(63, 79, 94);
    }

    @Test
    void readsTheRestOfAFileThatWasRenamedWhileItWasStopped() throws IOException {
        append(xid(63));
        file.read();
        append(xid(64));
        rename();
        append(xid(79));
        file = fresh();
        file.read();

        assertThat(codes()).containsExactly(63, 64, 79);
    }

    @Test
    void readsThroughTwoRotationsThatCameWhileItWasStopped() throws IOException {
        append(xid(63));
        file.read();
        append(xid(64));
        touch(log, 0);
        Files.move(log, folder.resolve("kern.log.2"));
        append(xid(94));
        touch(log, 10);
        rename();
        append(xid(79));
        file = fresh();
        file.read();

        assertThat(codes()).containsExactly(63, 64, 94, 79);
    }

    @Test
    void followsTruncation() throws IOException {
        append(xid(63) + xid(64));
        file.read();
        Files.writeString(log, "");
        file.read();
        append(xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 64, 79);
    }

    @Test
    void noticesAFileThatWasCutAndGrewLongerThanBeforeInOneMoment() throws IOException {
        append(xid(63));
        file.read();
        Files.writeString(log, "another first line\n" + xid(94) + xid(95) + xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 94, 95, 79);
    }

    @Test
    void tellsTheSameFirstLineAfterATruncationFromTheOneBefore() throws IOException {
        append(xid(79));
        append(xid(63));
        file.read();
        Files.writeString(log, xid(79));
        file.read();

        assertThat(codes()).containsExactly(79, 63, 79);
        assertThat(store.told()).extracting(fault -> fault.signal().id()).doesNotHaveDuplicates();
    }

    @Test
    void readsTheRestOfACopyThatWasMadeBeforeTheTruncation() throws IOException {
        append("first\n" + xid(63));
        file.read();
        append(xid(64));
        Files.copy(log, folder.resolve("kern.log.1"));
        Files.writeString(log, "second\n" + xid(79));
        file = fresh();
        file.read();

        assertThat(codes()).containsExactly(63, 64, 79);
    }

    @Test
    void saysThatLinesMayBeMissingWhenTheOldFileIsGone() throws IOException {
        append(xid(63));
        file.read();
        Files.delete(log);
        Files.writeString(folder.resolve("other"), "");
        append("new\n" + xid(79));
        file = fresh();
        file.read();

        assertThat(codes()).containsExactly(63, 79);
        assertThat(counters.gaps).hasValueBetween(0, 1);
    }

    @Test
    void survivesGarbageAndLinesThatAreTooLong() throws IOException {
        byte[] garbage = new byte[70_000];
        new java.util.Random(7).nextBytes(garbage);
        Files.write(log, garbage);
        append("\n" + xid(63) + "NVRM: Xid".repeat(100_000) + "\n" + "\0\0\0" + xid(79));
        file.read();

        assertThat(codes()).containsExactly(63, 79);
        assertThat(counters.overlong.get()).isPositive();
    }

    @Test
    void countsForgedAndMalformedLinesAndTellsNothing() throws IOException {
        append("May 29 01:37:38 gpu-1 joe: " + xid(79) + "NVRM: Xid (PCI:0000:9b:00): abc\n");
        file.read();

        assertThat(codes()).isEmpty();
        assertThat(counters.untrusted).hasValue(1);
        assertThat(counters.malformed).hasValue(1);
    }

    @Test
    void readsAtFirstSightOnlyTheLastBoot() throws IOException {
        append(LINUX + xid(79) + LINUX + enabling("1a") + enabling("9b") + xid(63));
        file.read();

        assertThat(codes()).containsExactly(63);
        assertThat(store.told().getFirst().signal().finding().fault().gpu().index()).isEqualTo(1);
        assertThat(store.told().getFirst().machine()).isEqualTo(new Machine("uid", "boot-1"));
    }

    @Test
    void chargesNobodyWithFaultsOfBootsThatCameAndWentWhileItWasStopped() throws IOException {
        append(xid(63));
        file.read();
        append(xid(64) + LINUX + xid(94) + LINUX + xid(79));
        node.set(new NodeSeen("uid", "boot-3", NOW, null));
        file = fresh();
        file.read();

        assertThat(store.told())
                .extracting(DetectedFault::machine)
                .containsExactly(
                        new Machine("uid", "boot-1"),
                        new Machine("uid", "boot-1"),
                        Machine.UNKNOWN,
                        new Machine("uid", "boot-3"));
    }

    @Test
    void holdsAFaultOfANewBootUntilKubernetesShowsIt() throws IOException {
        append(xid(63));
        file.read();
        append(LINUX + xid(79));
        file.read();

        assertThat(codes()).containsExactly(63);
        assertThat(
                        store.review(
                                        "gpu-1",
                                        room ->
                                                new Detection.Review(
                                                        List.of(), room.waiting(), List.of()))
                                .waiting())
                .hasSize(1);
    }

    @Test
    void losesNothingWhileTheStoreIsDown() throws IOException {
        append(xid(63));
        file.read();
        append(xid(79));
        store.down(true);
        assertThatThrownBy(() -> file.read()).hasMessageContaining("down");
        append(xid(94));
        assertThatThrownBy(() -> file.read()).hasMessageContaining("down");
        store.down(false);
        file.read();

        assertThat(codes()).containsExactly(63, 79, 94);
    }

    @Test
    void twoReadersOfOneFileTellEachFaultOnce() throws IOException {
        FollowedFile other = fresh();
        append(xid(63));
        file.read();
        other.read();
        append(xid(64));
        other.read();
        file.read();
        rename();
        append(xid(94));
        file.read();
        append(xid(79));
        other.read();
        file.read();

        assertThat(codes()).containsExactly(63, 64, 94, 79);
    }

    @Test
    void storesThePositionOfNoiseFromTimeToTime() throws IOException {
        append("noise\n");
        file.read();
        append("noise\n");
        file.read();
        long before = store.progress("file:" + log, "gpu-1").orElseThrow().next();
        now.set(NOW.plusSeconds(11));
        append("noise\n");
        file.read();

        assertThat(before).isEqualTo(6);
        assertThat(store.progress("file:" + log, "gpu-1").orElseThrow().next()).isEqualTo(18);
    }

    @Test
    void waitsForAFileThatIsNotThereYet() throws IOException {
        file.read();
        Files.createFile(log);
        file.read();
        append(xid(79));
        file.read();

        assertThat(codes()).containsExactly(79);
    }

    private FollowedFile fresh() {
        TakeInKernelLog takeIn =
                new TakeInKernelLog(
                        new Detection(FaultCatalogue::shipped, Duration.ofSeconds(60)),
                        store,
                        name -> Optional.ofNullable(node.get()),
                        new DerivedIdentities(),
                        HeardNodes.DEAF,
                        counters,
                        clock);
        return new FollowedFile(
                "gpu-1", log, store, takeIn, counters, clock, Duration.ofSeconds(10));
    }

    private List<Integer> codes() {
        return store.told().stream().map(fault -> fault.signal().finding().fault().code()).toList();
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void rename() throws IOException {
        Files.move(log, folder.resolve("kern.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void touch(Path path, int second) throws IOException {
        Files.setLastModifiedTime(
                path, java.nio.file.attribute.FileTime.from(NOW.plusSeconds(second - 3600L)));
    }

    private static String xid(int code) {
        return "NVRM: Xid (PCI:0000:9b:00): " + code + ", something happened\n";
    }

    private static String enabling(String bus) {
        return "nvidia 0000:" + bus + ":00.0: enabling device (0000 -> 0003)\n";
    }
}
