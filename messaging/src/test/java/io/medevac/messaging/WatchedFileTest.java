package io.medevac.messaging;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.medevac.messaging.WatchedFile.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchedFileTest {
    private static final int LONGEST = 1 << 20;

    @TempDir Path folder;

    @Test
    void aChangedFileCounts() throws IOException {
        WatchedFile<Integer> watched = open("1");
        String hash = watched.hash();

        assertThat(watched.look()).isEqualTo(Look.SAME);
        write("2");

        assertThat(watched.look()).isEqualTo(Look.CHANGED);
        assertThat(watched.value()).isEqualTo(2);
        assertThat(watched.hash()).hasSize(12).isNotEqualTo(hash);
        assertThat(watched.look()).isEqualTo(Look.SAME);
    }

    @Test
    void aChangeThatKeepsSizeAndTimeIsSeen() throws IOException {
        WatchedFile<Integer> watched = open("1");
        FileTime written = Files.getLastModifiedTime(file());

        write("2");
        Files.setLastModifiedTime(file(), written);

        assertThat(watched.look()).isEqualTo(Look.CHANGED);
        assertThat(watched.value()).isEqualTo(2);
    }

    @Test
    void aBrokenFileIsRefusedOnceAndTheOldOneStays() throws IOException {
        WatchedFile<Integer> watched = open("1");
        String hash = watched.hash();

        write("x");

        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        assertThat(watched.look()).isEqualTo(Look.SAME);
        assertThat(watched.value()).isEqualTo(1);
        assertThat(watched.hash()).isEqualTo(hash);
        assertThat(watched.mistake()).isEqualTo("policy file %s: no number: x".formatted(file()));

        write("y");
        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        write("1");
        assertThat(watched.look()).isEqualTo(Look.CHANGED);
        assertThat(watched.mistake()).isEmpty();
    }

    @Test
    void aDeletedFileIsRefusedUntilItIsThereAgain() throws IOException {
        WatchedFile<Integer> watched = open("1");

        Files.delete(file());

        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        assertThat(watched.value()).isEqualTo(1);
        assertThat(watched.mistake()).endsWith("cannot be read: there is no such file");

        write("3");
        assertThat(watched.look()).isEqualTo(Look.CHANGED);
        assertThat(watched.value()).isEqualTo(3);
    }

    /** As the kubelet changes a mounted ConfigMap. */
    @Test
    void aLinkThatIsSwappedAboveTheFileIsFollowed() throws IOException {
        for (String version : new String[] {"1", "2", "z"}) {
            Files.createDirectory(folder.resolve("..v" + version));
            Files.writeString(folder.resolve("..v" + version).resolve("policy"), version);
        }
        Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("..v1"));
        Path file = Files.createSymbolicLink(folder.resolve("policy"), Path.of("..data/policy"));
        WatchedFile<Integer> watched = WatchedFile.open(file, LONGEST, WatchedFileTest::number);

        swap(data, "..v2");
        assertThat(watched.look()).isEqualTo(Look.CHANGED);
        assertThat(watched.value()).isEqualTo(2);

        swap(data, "..vz");
        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        swap(data, "..gone");
        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        assertThat(watched.value()).isEqualTo(2);
    }

    @Test
    void tenMegabytesOfGarbageAreRefused() throws IOException {
        WatchedFile<Integer> watched = open("1");
        byte[] garbage = new byte[10 << 20];
        new Random(10).nextBytes(garbage);

        Files.write(file(), garbage);

        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        assertThat(watched.mistake()).endsWith("is longer than 1048576 bytes");
        assertThat(watched.value()).isEqualTo(1);
    }

    @Test
    void whatIsNoUtf8IsRefused() throws IOException {
        WatchedFile<Integer> watched = open("1");

        Files.write(file(), new byte[] {'1', (byte) 0xff});

        assertThat(watched.look()).isEqualTo(Look.REFUSED);
        assertThat(watched.mistake()).endsWith("is no UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/dev/zero", "/nowhere/at/all"})
    void whatIsNoFileIsRefusedAtFirst(String path) {
        Path other = path.isEmpty() ? folder : Path.of(path);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> WatchedFile.open(other, LONGEST, WatchedFileTest::number))
                .withMessage(
                        "policy file %s: cannot be read: there is no such file".formatted(other));
    }

    @Test
    void aMistakeIsToldAtFirst() throws IOException {
        write("x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> WatchedFile.open(file(), LONGEST, WatchedFileTest::number))
                .withMessage("policy file %s: no number: x".formatted(file()));
    }

    private WatchedFile<Integer> open(String text) throws IOException {
        write(text);
        return WatchedFile.open(file(), LONGEST, WatchedFileTest::number);
    }

    private void write(String text) throws IOException {
        Files.writeString(file(), text);
    }

    private Path file() {
        return folder.resolve("policy.txt");
    }

    private void swap(Path link, String target) throws IOException {
        Path fresh = Files.createSymbolicLink(folder.resolve("..fresh"), Path.of(target));
        Files.move(fresh, link, ATOMIC_MOVE);
    }

    private static Integer number(String text) {
        if (!text.matches("\\d")) {
            throw new IllegalArgumentException("no number: " + text);
        }
        return Integer.valueOf(text);
    }
}
