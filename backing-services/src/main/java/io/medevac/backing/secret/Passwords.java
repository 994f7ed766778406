package io.medevac.backing.secret;

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
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Passwords of one stack, made up once and kept in a file that only its owner may read.
 *
 * @param byName by the name that logs in with it
 */
public record Passwords(Map<String, String> byName) {

    private static final SecureRandom RANDOM = new SecureRandom();

    public Passwords {
        byName = Map.copyOf(byName);
    }

    /** Those in the file; for names that are not there yet, new ones, stored there. */
    public static Passwords keptIn(Path file, Collection<String> names) {
        try {
            Map<String, String> kept = new TreeMap<>();
            if (Files.exists(file)) {
                kept.putAll(read(file).byName());
            }
            if (!kept.keySet().containsAll(names)) {
                names.forEach(name -> kept.computeIfAbsent(name, fresh -> password()));
                writeSecret(file, text(kept));
            }
            return new Passwords(kept);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Those in the file.
     *
     * @throws IOException when it is not there or cannot be read
     */
    public static Passwords read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new Passwords(
                properties.stringPropertyNames().stream()
                        .collect(Collectors.toMap(name -> name, properties::getProperty)));
    }

    /**
     * Password of a name.
     *
     * @throws IllegalArgumentException when there is no such name
     */
    public String of(String name) {
        String password = byName.get(name);
        if (password == null) {
            throw new IllegalArgumentException("nobody is called " + name);
        }
        return password;
    }

    @Override
    public String toString() {
        return "Passwords" + byName.keySet();
    }

    /** Writes a file that only its owner may read, complete or not at all. */
    public static void writeSecret(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh =
                Files.createTempFile(
                        file.getParent(),
                        ".secret-",
                        "",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, text);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String text(Map<String, String> passwords) throws IOException {
        Properties properties = new Properties();
        properties.putAll(passwords);
        StringWriter text = new StringWriter();
        properties.store(text, null);
        return text.toString();
    }

    private static String password() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
