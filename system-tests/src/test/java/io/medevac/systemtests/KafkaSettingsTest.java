package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients of Kafka are set in one place, as docs/adr/015 says. */
class KafkaSettingsTest {
    private static final Path ROOT = Path.of("..");
    private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
    private static final Pattern INCOMING =
            Pattern.compile("mp\\.messaging\\.incoming\\.([a-z-]+)\\.(.+)");
    private static final Properties SHARED =
            properties(
                    ROOT.resolve(
                            "messaging/src/main/resources/META-INF/microprofile-config.properties"));

    static Stream<Path> services() throws IOException {
        try (Stream<Path> services = Files.list(ROOT.resolve("services"))) {
            return services
                    .map(service -> service.resolve("src/main/resources/application.properties"))
                    .filter(Files::exists)
                    .toList()
                    .stream();
        }
    }

    /** So that each channel has the shared settings. */
    @ParameterizedTest
    @MethodSource("services")
    void aServiceSaysOfItsChannelsOnlyWhatTheyRead(Path file) {
        Map<String, Set<String>> channels = new HashMap<>();
        Properties own = properties(file);
        for (String key : own.stringPropertyNames()) {
            assertThat(key).doesNotStartWith("kafka.").doesNotStartWith(CONNECTOR);
            Matcher channel = INCOMING.matcher(key);
            if (channel.matches()) {
                channels.computeIfAbsent(channel.group(1), name -> new TreeSet<>())
                        .add(channel.group(2));
            }
        }

        assertThat(channels)
                .isNotEmpty()
                .allSatisfy(
                        (channel, keys) ->
                                assertThat(keys)
                                        .containsExactlyInAnyOrderElementsOf(keysOf(channel)));
    }

    /** One channel is much wider than all others and is taken in many records at a time. */
    private static Set<String> keysOf(String channel) {
        Set<String> keys =
                new TreeSet<>(Set.of("connector", "dead-letter-queue.topic", "group.id", "topic"));
        if (channel.equals("kernel-log")) {
            keys.addAll(Set.of("batch", "max.poll.records", "tracing-enabled"));
        }
        return keys;
    }

    @ParameterizedTest
    @CsvSource({
        "failure-strategy, medevac",
        "auto.offset.reset, earliest",
        "isolation.level, read_committed",
        "poll-timeout, 50",
        "max.poll.records, 100",
        "max.poll.interval.ms, 60000",
        "session.timeout.ms, 6000",
        "heartbeat.interval.ms, 2000",
        "partition.assignment.strategy, org.apache.kafka.clients.consumer.CooperativeStickyAssignor",
        "acks, all",
        "enable.idempotence, true",
        "delivery.timeout.ms, 30000",
        "request.timeout.ms, 10000",
        "retry.backoff.ms, 100",
        "retry.backoff.max.ms, 1000"
    })
    void theSharedSettingsAreThoseOfTheDecision(String key, String value) {
        assertThat(SHARED.getProperty(CONNECTOR + key)).isEqualTo(value);
    }

    @Test
    void aProducerGivesUpBeforeTheHandlingOfARecordCountsAsHanging() {
        long delivery = Long.parseLong(SHARED.getProperty(CONNECTOR + "delivery.timeout.ms"));
        long request = Long.parseLong(SHARED.getProperty(CONNECTOR + "request.timeout.ms"));

        assertThat(request).isLessThan(delivery);
        assertThat(delivery).isLessThan(60_000);
    }

    @Test
    void nobodyHasAStableNameInItsGroup() {
        assertThat(SHARED.stringPropertyNames())
                .noneMatch(key -> key.contains("group.instance.id"));
    }

    @Test
    void theOutboxRelayLosesNothingAndNeverGivesUp() throws Exception {
        JsonNode config =
                new ObjectMapper()
                        .readTree(ROOT.resolve("k8s/connectors/outbox.json").toFile())
                        .required("config");
        Function<String, String> producer = key -> config.path("producer.override." + key).asText();

        assertThat(producer.apply("acks")).isEqualTo("all");
        assertThat(producer.apply("enable.idempotence")).isEqualTo("true");
        assertThat(producer.apply("delivery.timeout.ms"))
                .isEqualTo(Integer.toString(Integer.MAX_VALUE));
        assertThat(producer.apply("request.timeout.ms"))
                .isEqualTo(SHARED.getProperty(CONNECTOR + "request.timeout.ms"));
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
