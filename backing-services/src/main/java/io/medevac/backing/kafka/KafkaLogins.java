package io.medevac.backing.kafka;

import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.secret.Passwords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How the clients of one broker log in: by SASL PLAIN, which is for loopback; each principal has a
 * password that was made up for this stack.
 */
public final class KafkaLogins {

    /** Principal of the broker itself and of those who set it up: it may do everything. */
    public static final String ADMIN = "admin";

    static final String MECHANISM = "PLAIN";
    private static final String MODULE =
            "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final Passwords passwords;

    private KafkaLogins(Passwords passwords) {
        this.passwords = passwords;
    }

    /** Those of a stack; made up when it has none yet. */
    public static KafkaLogins of(StateDirectory state) {
        Set<String> names = new TreeSet<>(Acls.shipped().principals());
        names.add(ADMIN);
        return new KafkaLogins(Passwords.keptIn(file(state), names));
    }

    /**
     * Those that the file holds.
     *
     * @throws IOException when it cannot be read
     */
    public static KafkaLogins in(Path file) throws IOException {
        return new KafkaLogins(Passwords.read(file));
    }

    /** Where the passwords of a stack lie. */
    public static Path file(StateDirectory state) {
        return state.root().resolve("kafka-passwords.properties");
    }

    /** Client properties, as Kafka spells them, with which a principal logs in. */
    public Map<String, String> clientProperties(String principal) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("security.protocol", "SASL_PLAINTEXT");
        properties.put("sasl.mechanism", MECHANISM);
        properties.put("sasl.jaas.config", login(principal) + ";");
        return properties;
    }

    /** The same for librdkafka, which kcat uses. */
    public Map<String, String> librdkafkaProperties(String principal) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("security.protocol", "sasl_plaintext");
        properties.put("sasl.mechanisms", MECHANISM);
        properties.put("sasl.username", principal);
        properties.put("sasl.password", passwords.of(principal));
        return properties;
    }

    /** What the broker checks logins against, and how it logs in at itself. */
    String brokerJaasConfig() {
        String users =
                passwords.byName().entrySet().stream()
                        .map(user -> " user_%s=\"%s\"".formatted(user.getKey(), user.getValue()))
                        .collect(Collectors.joining());
        return login(ADMIN) + users + ";";
    }

    private String login(String principal) {
        return "%s username=\"%s\" password=\"%s\""
                .formatted(MODULE, principal, passwords.of(principal));
    }
}
