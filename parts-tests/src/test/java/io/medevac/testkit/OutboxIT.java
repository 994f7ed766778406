package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class OutboxIT {

    private static final String TOPIC = "medevac.jobs.v1";
    private static final Duration SOON = Duration.ofSeconds(30);
    static final String OUTBOX =
            """
            CREATE TABLE IF NOT EXISTS outbox (
                id uuid PRIMARY KEY, aggregatetype text NOT NULL, aggregateid text NOT NULL, type text NOT NULL,
                payload bytea NOT NULL, ce_source text NOT NULL, ce_time text NOT NULL, ce_subject text NOT NULL,
                traceparent text, created_at timestamptz NOT NULL DEFAULT now(),
                seq bigint GENERATED ALWAYS AS IDENTITY)
            """;
    static final String GRANT = "GRANT SELECT ON outbox TO outbox_relay";

    private final TestStack stack;
    private final String key = "test/" + UUID.randomUUID();

    OutboxIT(TestStack stack) {
        this.stack = stack.startAll();
    }

    @BeforeEach
    void makeTable() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(OUTBOX);
            statement.execute(GRANT);
        }
    }

    @Test
    void putsARowOnItsTopicWithItsHeadersAndUntouchedBytes() throws Exception {
        byte[] payload = {0, 0, 0, 0, 7, 1, 2, (byte) 0xff, 0};
        UUID id = UUID.randomUUID();

        write(id, payload, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        ConsumerRecord<byte[], byte[]> record = arrived(1).getFirst();
        assertThat(record.value()).isEqualTo(payload);
        assertThat(headers(record))
                .containsExactly(
                        Map.entry("ce_id", id.toString()),
                        Map.entry("ce_type", "io.medevac.events.JobResumed"),
                        Map.entry("ce_source", "/medevac/test"),
                        Map.entry("ce_time", "2026-11-29T17:49:11Z"),
                        Map.entry("ce_subject", key),
                        Map.entry(
                                "traceparent",
                                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    }

    @Test
    void leavesOutATraceThatThereIsNot() throws Exception {
        write(UUID.randomUUID(), new byte[] {1}, null);

        assertThat(headers(arrived(1).getFirst())).doesNotContainKey("traceparent");
    }

    @Test
    void losesNothingAndKeepsTheOrderWhenTheEngineIsKilledAgainAndAgain() throws Exception {
        List<String> written = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            written.addAll(write(20));
            stack.outbox().kill();
            written.addAll(write(20));
            stack.outbox();
        }

        assertThat(payloads(arrived(written.size()))).containsExactlyElementsOf(written);
    }

    @Test
    void goesOnWhenTheDatabaseWasAway() throws Exception {
        List<String> written = new ArrayList<>(write(5));
        stack.postgresPart().kill();
        stack.postgres();
        written.addAll(write(5));

        assertThat(payloads(arrived(written.size()))).containsExactlyElementsOf(written);
    }

    @Test
    void waitsForTheBrokerAndIsNotReadyMeanwhile() throws Exception {
        Part engine = stack.outbox();
        stack.kafkaPart().kill();
        List<String> written = write(5);
        Awaitility.await().atMost(SOON).until(() -> !engine.isReady());
        assertThat(engine.isAlive()).isTrue();

        stack.kafka();

        assertThat(payloads(arrived(written.size()))).containsExactlyElementsOf(written);
        Awaitility.await().atMost(SOON).until(engine::isReady);
    }

    private List<String> write(int count) throws SQLException {
        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            UUID id = UUID.randomUUID();
            write(id, id.toString().getBytes(StandardCharsets.UTF_8), null);
            payloads.add(id.toString());
        }
        return payloads;
    }

    private void write(UUID id, byte[] payload, String trace) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement insert =
                        connection.prepareStatement(
                                "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, '/medevac/test', '2026-11-29T17:49:11Z', ?, ?)")) {
            insert.setObject(1, id);
            insert.setString(2, TOPIC);
            insert.setString(3, key);
            insert.setString(4, "io.medevac.events.JobResumed");
            insert.setBytes(5, payload);
            insert.setString(6, key);
            insert.setString(7, trace);
            insert.executeUpdate();
        }
    }

    private Connection connect() throws SQLException {
        return ServiceSchema.connect(stack.postgres(), "slurm_bridge");
    }

    /**
     * Records of this test's key once so many different ones are there; repeated ones are left out,
     * as consumers do.
     */
    private List<ConsumerRecord<byte[], byte[]>> arrived(int count) {
        return distinct(
                stack.topics().read(TOPIC, SOON, records -> distinct(records).size() >= count));
    }

    private List<ConsumerRecord<byte[], byte[]>> distinct(
            List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, ConsumerRecord<byte[], byte[]>> byId = new LinkedHashMap<>();
        records.stream()
                .filter(record -> key.equals(new String(record.key(), StandardCharsets.UTF_8)))
                .forEach(record -> byId.putIfAbsent(headers(record).get("ce_id"), record));
        return List.copyOf(byId.values());
    }

    private static List<String> payloads(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            // Kafka Connect keeps the name of a header without value, and who wrote the row.
            if (header.value() != null && !header.key().equals("writer")) {
                headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return headers;
    }
}
