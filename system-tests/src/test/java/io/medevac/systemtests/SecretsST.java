package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.events.NotificationDelivered;
import io.medevac.systemtests.LocalStack.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each secret of the stack stays in its file, whatever is written, shown or sent. */
@ExtendWith(LocalStack.class)
class SecretsST {
    private static final Pattern TOKEN = Pattern.compile("token: \"([^\"]+)\"");

    @Test
    void noSecretIsInAnythingThatIsWrittenShownOrSent(Running stack) throws Exception {
        UUID incident = stack.xid("gpu-1", 13);
        stack.events.await(NotificationDelivered.class, LocalStack.INCIDENT, incident);
        Map<String, String> secrets = secrets(stack.state());
        assertThat(secrets).hasSizeGreaterThanOrEqualTo(17);

        Map<String, String> outputs = outputs(stack);

        assertThat(outputs.keySet()).anyMatch(name -> name.endsWith("notifier.log"));
        outputs.forEach(
                (where, text) ->
                        secrets.forEach(
                                (name, secret) ->
                                        assertThat(text.contains(secret))
                                                .as("%s in %s", name, where)
                                                .isFalse()));
    }

    @Test
    void whatHoldsASecretIsForItsOwnerOnly(Running stack) throws IOException {
        for (Path file : secretFiles(stack.state())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as(file.toString())
                    .isEqualTo("rw-------");
        }
    }

    private static Map<String, String> outputs(Running stack) throws IOException {
        Map<String, String> outputs = new TreeMap<>();
        for (String folder : List.of("logs", "mail", "webhooks", "run")) {
            for (Path file : files(stack.state().resolve(folder))) {
                outputs.put(file.toString(), text(file));
            }
        }
        for (String command : List.of("status", "env", "doctor", "incidents", "show none")) {
            String[] words = command.split(" ", -1);
            outputs.put(command, stack.medevac(words).out());
            String[] json =
                    Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new);
            outputs.put(command + " --json", stack.medevac(json).out());
        }
        outputs.put("arguments of processes", stack.system("ps", "-eww", "-o", "args"));
        outputs.put(
                "events",
                String.join(
                        "\n",
                        stack.events.all(SpecificRecord.class).stream()
                                .map(String::valueOf)
                                .toList()));
        return outputs;
    }

    /** Passwords of Kafka and PostgreSQL, the key of the webhooks, tokens of ServiceAccounts. */
    private static Map<String, String> secrets(Path state) throws IOException {
        Map<String, String> secrets = new LinkedHashMap<>();
        for (String store : List.of("database-passwords", "kafka-passwords")) {
            LocalStack.properties(state.resolve(store + ".properties"))
                    .forEach((name, value) -> secrets.put(store + " " + name, value.toString()));
        }
        secrets.put("webhook", Files.readString(state.resolve("secrets/webhook")).strip());
        for (Path file : files(state.resolve("secrets"))) {
            Matcher token = TOKEN.matcher(Files.readString(file));
            if (token.find()) {
                secrets.put(file.getFileName().toString(), token.group(1));
            }
        }
        return secrets;
    }

    private static List<Path> secretFiles(Path state) throws IOException {
        return Stream.concat(
                        Stream.of(
                                state.resolve("database-passwords.properties"),
                                state.resolve("kafka-passwords.properties")),
                        files(state.resolve("secrets")).stream())
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
