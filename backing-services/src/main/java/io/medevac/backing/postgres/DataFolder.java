package io.medevac.backing.postgres;

import io.medevac.backing.process.Leftovers;
import io.medevac.backing.process.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The folder with the data of a PostgreSQL server.
 *
 * @param path not there before the first start
 */
record DataFolder(Path path) {

    private static final int STATUS_LINE = 7;
    private static final Duration LEFTOVERS_GONE_WITHIN = Duration.ofSeconds(10);

    /** Makes an empty database cluster. Appears complete or not at all. */
    void makeWhenMissing(PostgresProgram program, String superuserPassword)
            throws IOException, InterruptedException {
        if (Files.exists(path)) {
            return;
        }
        Files.createDirectories(path.getParent());
        Path fresh = Files.createTempDirectory(path.getParent(), ".initdb-");
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path passwordFile = Files.createTempFile(path.getParent(), ".password-", "", ownerOnly);
        try {
            Files.writeString(passwordFile, superuserPassword);
            List<String> command = new ArrayList<>(program.command("initdb"));
            command.addAll(
                    List.of(
                            "--pgdata=" + fresh,
                            "--username=" + PostgresServer.SUPERUSER,
                            "--pwfile=" + passwordFile,
                            "--auth=scram-sha-256",
                            "--encoding=UTF8",
                            "--no-locale"));
            run(command);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.delete(passwordFile);
        }
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("initdb failed: " + output.strip());
        }
    }

    /**
     * Clears what a killed server left: its children, which may still hold its memory, and its lock
     * file. PostgreSQL removes that itself unless the pid in it is in use again, by whomever, which
     * after a reboot is likely.
     */
    void clearLeftovers() throws IOException, InterruptedException {
        if (Files.exists(path)) {
            Leftovers.killIn(path.toRealPath(), LEFTOVERS_GONE_WITHIN);
            Files.deleteIfExists(path.resolve("postmaster.pid"));
        }
    }

    /** Ready when the server says so in its lock file, which it does after crash recovery only. */
    Readiness serverReady() {
        return () -> {
            List<String> lines = Files.readAllLines(path.resolve("postmaster.pid"));
            return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
        };
    }
}
