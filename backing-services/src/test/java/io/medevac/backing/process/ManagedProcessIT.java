package io.medevac.backing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedProcessIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir Path folder;

    private StateDirectory state;

    @BeforeEach
    void useFolder() {
        state = new StateDirectory(folder);
    }

    @AfterEach
    void leaveNothing() throws Exception {
        ManagedProcess left = ManagedProcess.find(sleeper().build()).orElse(null);
        if (left != null) {
            left.kill();
        }
    }

    private ProcessSpec.Builder sleeper() {
        return ProcessSpec.named("sleeper", state).command("sleep", "300");
    }

    private ProcessSpec.Builder shell(String script) {
        return ProcessSpec.named("sleeper", state).command("sh", "-c", script);
    }

    @Test
    void isFoundAgainAndNotStartedTwice() throws Exception {
        AtomicInteger prepared = new AtomicInteger();
        ProcessSpec spec = sleeper().preparation(prepared::incrementAndGet).build();
        ManagedProcess first = ManagedProcess.start(spec);
        awaitIntroduction();

        ManagedProcess second = ManagedProcess.start(spec);

        assertThat(second.pid()).isEqualTo(first.pid());
        assertThat(prepared).hasValue(1);
    }

    @Test
    void isNeverMistakenForAnotherProcessWithItsPid() throws Exception {
        long pid = ManagedProcess.start(sleeper().build()).pid();
        awaitIntroduction();
        Path pidFile = state.pidFile("sleeper");
        String written = Files.readString(pidFile);
        String[] words = written.strip().split(" ", -1);

        Files.writeString(
                pidFile, "%s %d %s".formatted(words[0], Long.parseLong(words[1]) - 1, words[2]));
        assertThat(ManagedProcess.find(sleeper().build())).isEmpty();
        Files.writeString(pidFile, "%s %s of-an-earlier-boot".formatted(words[0], words[1]));
        assertThat(ManagedProcess.find(sleeper().build())).isEmpty();
        Files.writeString(pidFile, Long.toString(pid));
        assertThat(ManagedProcess.find(sleeper().build())).isEmpty();
        Files.writeString(pidFile, written);
        assertThat(ManagedProcess.find(sleeper().build())).isPresent();
    }

    @Test
    void isAskedToEndWithItsOwnSignal() throws Exception {
        // Not INT: a shell cannot trap it where the tests themselves run in the background.
        ManagedProcess process =
                ManagedProcess.start(
                        shell("trap 'echo asked; exit' USR1; echo up; while :; do sleep 0.1; done")
                                .stopSignal("USR1")
                                .build());
        awaitLog("up");

        process.stop();

        assertThat(process.isAlive()).isFalse();
        assertThat(Files.readString(state.log("sleeper"))).contains("asked");
    }

    @Test
    void isKilledWithItsChildrenWhenItDoesNotEndInTime() throws Exception {
        ManagedProcess process =
                ManagedProcess.start(
                        shell("trap '' TERM; sleep 300 & echo $!; wait; wait")
                                .stopGrace(Duration.ofMillis(200))
                                .build());
        awaitLog("\n");
        long child = Long.parseLong(Files.readString(state.log("sleeper")).strip());

        process.stop();

        assertThat(process.isAlive()).isFalse();
        Awaitility.await().atMost(SOON).until(() -> ProcessIdentity.of(child).isEmpty());
    }

    @Test
    void isKilledWithTheChildrenThatOutlivedIt() throws Exception {
        ManagedProcess process = ManagedProcess.start(shell("sleep 300 & echo $!").build());
        awaitLog("\n");
        long child = Long.parseLong(Files.readString(state.log("sleeper")).strip());
        process.awaitEnd(SOON);
        assertThat(ProcessIdentity.of(child)).isPresent();

        process.kill();

        Awaitility.await().atMost(SOON).until(() -> ProcessIdentity.of(child).isEmpty());
    }

    @Test
    void leavesAProcessAloneThatHasItsNumberNow() throws Exception {
        Process other = new ProcessBuilder("setsid", "sleep", "300").start();
        Awaitility.await()
                .atMost(SOON)
                .until(() -> ProcessIdentity.groupOf(other.pid()) == other.pid());
        Files.createDirectories(state.pidFile("sleeper").getParent());
        ManagedProcess process = ManagedProcess.start(shell("exit 0").build());
        process.awaitEnd(SOON);

        assertThat(
                        ProcessSignals.hasMarkedMember(
                                other.pid(), "MEDEVAC_PID_FILE=" + state.pidFile("sleeper")))
                .isFalse();
        process.kill();

        assertThat(other.isAlive()).isTrue();
        other.destroyForcibly();
    }

    @Test
    void leftoversOfAFolderAreEnded() throws Exception {
        Path place = Files.createDirectories(folder.resolve("place")).toRealPath();
        Process left = new ProcessBuilder("sleep", "300").directory(place.toFile()).start();

        Leftovers.killIn(place, SOON);

        assertThat(left.isAlive()).isFalse();
    }

    @Test
    void tellsWithItsLastWordsThatItDied() throws Exception {
        ManagedProcess process =
                ManagedProcess.start(
                        shell("echo no such port; sleep 0.3; exit 3")
                                .readiness(() -> false)
                                .build());

        assertThatThrownBy(() -> process.awaitReady(SOON))
                .isInstanceOf(ProcessFailure.class)
                .hasMessageContaining("sleeper ended before it was ready")
                .hasMessageContaining("no such port");
    }

    @Test
    void tellsThatItIsNotReadyInTime() throws Exception {
        ManagedProcess process = ManagedProcess.start(sleeper().readiness(() -> false).build());

        assertThatThrownBy(() -> process.awaitReady(Duration.ofMillis(100)))
                .hasMessageContaining("sleeper is not ready after");
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void hasNoInputAndASessionOfItsOwn() throws Exception {
        ManagedProcess process =
                ManagedProcess.start(shell("cat; echo end of input; exec sleep 300").build());
        awaitLog("end of input");

        assertThat(ProcessIdentity.groupOf(process.pid())).isEqualTo(process.pid());
        assertThat(process.residentBytes()).isPositive();
    }

    @Test
    void countsAsEndedWhenItIsAZombie() throws Exception {
        ManagedProcess process = ManagedProcess.start(shell("exit 0").build());

        assertThat(process.awaitEnd(SOON)).isTrue();
        assertThat(process.residentBytes()).isZero();
    }

    private void awaitIntroduction() {
        Awaitility.await().atMost(SOON).until(() -> Files.exists(state.pidFile("sleeper")));
    }

    private void awaitLog(String text) {
        Awaitility.await()
                .atMost(SOON)
                .until(
                        () ->
                                Files.exists(state.log("sleeper"))
                                        && Files.readString(state.log("sleeper")).contains(text));
    }
}
