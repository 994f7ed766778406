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

    /** The folder that MEDEVAC_CACHE names, else {@code ~/.cache/medevac}. */
    public static CacheDirectory ofUser() {
        Map<String, String> environment = System.getenv();
        String named = environment.getOrDefault("MEDEVAC_CACHE", "");
        return new CacheDirectory(
                named.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache", "medevac")
                        : Path.of(named));
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
