package io.medevac.backing.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is unpacked once and then used by every stack on this machine.
 *
 * @param root folder of the cache
 */
public record CacheDirectory(Path root) {

    /** Opens the archive that is to be unpacked. */
    @FunctionalInterface
    public interface ArchiveSource {
        InputStream open() throws IOException;
    }

    /**
     * The folder that {@code MEDEVAC_CACHE} names, else {@code medevac} in that of {@code
     * XDG_CACHE_HOME}, else {@code ~/.cache/medevac}; {@code lab/lab} uses the same.
     */
    public static CacheDirectory ofUser() {
        return of(System.getenv());
    }

    static CacheDirectory of(Map<String, String> environment) {
        String named = environment.getOrDefault("MEDEVAC_CACHE", "");
        if (!named.isBlank()) {
            return new CacheDirectory(Path.of(named));
        }
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        // The home of the shell that called; user.home is what the user database says.
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return new CacheDirectory(
                (caches.isBlank() ? Path.of(home, ".cache") : Path.of(caches)).resolve("medevac"));
    }

    /**
     * Folder with the content of a tar archive. It appears complete or not at all, also when
     * several processes unpack it at the same time or one is killed meanwhile.
     *
     * @param folder path below the cache; must contain the version, since what is there is never
     *     unpacked again
     * @param tar opens the uncompressed tar stream
     */
    public Path unpacked(String folder, ArchiveSource tar) throws IOException {
        Path target = root.resolve(folder);
        if (Files.isDirectory(target)) {
            return target;
        }
        Files.createDirectories(target.getParent());
        Path fresh = Files.createTempDirectory(target.getParent(), ".unpacking-");
        try (InputStream in = tar.open()) {
            TarArchive.unpack(in, fresh);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (DirectoryNotEmptyException | FileAlreadyExistsException e) {
            delete(fresh); // another process was faster
        } catch (IOException e) {
            delete(fresh);
            throw new IOException("%s cannot be unpacked: %s".formatted(target, e.getMessage()), e);
        }
        return target;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
