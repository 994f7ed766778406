package io.medevac.backing.postgres;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Passwords of the database roles of one stack, made up once and kept in a file that only its owner
 * may read.
 *
 * @param passwords by role
 */
public record PostgresCredentials(Map<String, String> passwords) {

    /** Role that may do everything. */
    public static final String SUPERUSER = "postgres";

    /** Every role: the superuser and those of {@code bootstrap.sql}. */
    private static final List<String> ROLES =
            List.of(
                    SUPERUSER,
                    "detector",
                    "remediator",
                    "slurm_bridge",
                    "notifier",
                    "outbox_relay",
                    "registry");

    private static final SecureRandom RANDOM = new SecureRandom();

    public PostgresCredentials {
        passwords = Map.copyOf(passwords);
    }

    /** Passwords that nobody knows yet. */
    static PostgresCredentials random() {
        return new PostgresCredentials(
                ROLES.stream().collect(Collectors.toMap(role -> role, role -> password())));
    }

    /** Those in the file; when there is no file yet, new ones, stored there. */
    static PostgresCredentials keptIn(Path file) {
        try {
            if (Files.exists(file)) {
                return read(file);
            }
            PostgresCredentials fresh = random();
            fresh.write(file);
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Password of a role.
     *
     * @throws IllegalArgumentException when there is no such role
     */
    public String password(String role) {
        String password = passwords.get(role);
        if (password == null) {
            throw new IllegalArgumentException("no database role " + role);
        }
        return password;
    }

    @Override
    public String toString() {
        return "PostgresCredentials" + passwords.keySet();
    }

    private static PostgresCredentials read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new PostgresCredentials(
                properties.stringPropertyNames().stream()
                        .collect(Collectors.toMap(role -> role, properties::getProperty)));
    }

    private void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(passwords);
        StringWriter text = new StringWriter();
        properties.store(text, null);
        Files.createDirectories(file.getParent());
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path fresh = Files.createTempFile(file.getParent(), ".credentials", "", ownerOnly);
        Files.writeString(fresh, text.toString());
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String password() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
