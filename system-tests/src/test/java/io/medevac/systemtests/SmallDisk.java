package io.medevac.systemtests;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A disk of its own under a folder, which can be filled to its last byte. */
final class SmallDisk {
    static final String NO_SPACE = "No space left on device";
    private static final String BALLAST = "ballast";

    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /** Puts one there. */
    static SmallDisk at(Path folder, int mebibytes) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        host(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "mode=0777,size=" + mebibytes + "m",
                "tmpfs",
                folder.toString());
        return new SmallDisk(folder);
    }

    /** Takes every disk away that is mounted below the folder. */
    static void removeBelow(Path folder) {
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
            mounts.map(line -> line.split(" ", 3)[1])
                    .filter(target -> Path.of(target).startsWith(folder))
                    .toList()
                    .forEach(target -> host("umount", "-l", target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on nothing more can be written. */
    void fill() {
        byte[] piece = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(folder.resolve(BALLAST))) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains(NO_SPACE)) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** There is room again. */
    void free() {
        try {
            Files.deleteIfExists(folder.resolve(BALLAST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void host(String... words) {
        List<String> command = new ArrayList<>();
        if (!System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("sudo", "-n"));
        }
        command.addAll(List.of(words));
        new Command(Path.of("/"), Map.of()).run(LocalStack.SOON, command.toArray(String[]::new));
    }
}
