package io.medevac.backing.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Unpacks what the archives we use hold: folders, files (executable or not) and symbolic links. */
final class TarArchive {

    private static final int EXECUTABLE = 0100;

    private TarArchive() {}

    static void unpack(InputStream tar, Path folder) throws IOException {
        TarArchiveInputStream archive = new TarArchiveInputStream(tar);
        for (TarArchiveEntry entry = archive.getNextEntry();
                entry != null;
                entry = archive.getNextEntry()) {
            unpack(archive, entry, inside(folder, entry.getName()));
        }
    }

    private static void unpack(TarArchiveInputStream archive, TarArchiveEntry entry, Path target)
            throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.getParent());
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(archive, target);
            if ((entry.getMode() & EXECUTABLE) != 0
                    && !target.toFile().setExecutable(true, false)) {
                throw new IOException(target + " cannot be made executable");
            }
        }
    }

    private static Path inside(Path folder, String name) throws IOException {
        Path target = folder.resolve(name).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("the archive wants to write outside its folder: " + name);
        }
        return target;
    }
}
