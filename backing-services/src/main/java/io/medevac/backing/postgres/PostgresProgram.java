package io.medevac.backing.postgres;

import io.medevac.backing.cache.CacheDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL programs of the version that we test with. One found on PATH may be any other, so
 * it is never used.
 */
final class PostgresProgram {

    private static final String VERSION = "18.3.0";
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";

    private final Path folder;

    private PostgresProgram(Path folder) {
        this.folder = folder;
    }

    static PostgresProgram in(CacheDirectory cache) throws IOException {
        return new PostgresProgram(
                cache.unpacked("postgresql/" + VERSION, PostgresProgram::archive));
    }

    private static InputStream archive() throws IOException {
        InputStream packed = PostgresProgram.class.getResourceAsStream(ARCHIVE);
        if (packed == null) {
            throw new IOException(ARCHIVE + " is not on the class path");
        }
        return new XZInputStream(packed);
    }

    /**
     * Start of a command line. PostgreSQL refuses to run as root; in a user namespace of its own
     * root is nobody in particular, and still the owner of the data.
     */
    List<String> command(String program) throws IOException {
        List<String> command = new ArrayList<>();
        if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            command.addAll(List.of("unshare", "--user"));
        }
        command.add(folder.resolve("bin").resolve(program).toString());
        return command;
    }
}
