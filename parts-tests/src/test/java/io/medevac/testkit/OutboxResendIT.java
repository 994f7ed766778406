package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.backing.outbox.OutboxEngine;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the replication slot has lost is sent again from the tables (field report B51). */
@ExtendWith(RealPartsExtension.class)
class OutboxResendIT {

    private static final String TOPIC = "medevac.jobs.v1";
    private static final Duration SOON = Duration.ofSeconds(60);

    private final TestStack stack;
    private final String run = "test/" + UUID.randomUUID();
    private final Map<String, List<String>> written = new HashMap<>();

    OutboxResendIT(TestStack stack) {
        TestMode.assumeProcesses("it changes the files of the engine");
        this.stack = stack.startAll();
    }

    /** How the slot, or what is known of it, is lost while the engine is down. */
    enum Loss {
        DROPPED,
        DROPPED_WITH_POSITION,
        MADE_ANEW,
        INVALIDATED,
        POSITION_OF_ANOTHER_DATABASE,
        INTERRUPTED_SENDING
    }

    @BeforeEach
    void makeTables() throws SQLException {
        execute("slurm_bridge", "DROP TABLE IF EXISTS outbox_removed", OutboxIT.OUTBOX);
        execute("slurm_bridge", OutboxIT.GRANT, "DELETE FROM outbox");
    }

    @AfterEach
    void keepTheEngineRunning() throws SQLException {
        execute("slurm_bridge", "DROP TABLE IF EXISTS outbox_removed");
        stack.outbox();
    }

    @ParameterizedTest
    @EnumSource
    void sendsAgainInOrderWhatWasWrittenWhileTheSlotWasLost(Loss loss) throws Exception {
        write(10);
        arrived();
        stop();
        write(20);

        lose(loss);
        write(20);
        long start = System.nanoTime();
        stack.outbox();
        write(10);

        Map<String, List<String>> arrived = arrived();
        System.out.printf(
                "%s: all there %d ms after the start of the engine%n",
                loss, Duration.ofNanos(System.nanoTime() - start).toMillis());
        written.forEach((key, ids) -> assertThat(distinct(arrived.get(key))).isEqualTo(ids));
    }

    @Test
    void sendsNothingAgainAfterAnOrdinaryRestart() throws Exception {
        write(20);
        arrived();
        stop();
        write(20);
        stack.outbox();
        write(5);

        assertThat(arrived()).isEqualTo(written);
    }

    /** The slot knows where it was, and rows may be older than what the tables hold. */
    @Test
    void goesOnFromTheSlotWhenOnlyThePositionIsLost() throws Exception {
        write(10);
        arrived();
        stop();
        write(10);
        execute("slurm_bridge", "DELETE FROM outbox");
        Files.delete(data("offsets"));

        stack.outbox();

        Map<String, List<String>> arrived = arrived();
        written.forEach((key, ids) -> assertThat(distinct(arrived.get(key))).isEqualTo(ids));
    }

    @Test
    void startsOnAnEmptyDatabaseAndSendsOnlyWhatIsWrittenThen() throws Exception {
        write(5);
        arrived();
        stop();
        execute("outbox_relay", "SELECT pg_drop_replication_slot('medevac_outbox')");
        Files.delete(data("offsets"));
        for (String schema : List.of("detector", "remediator", "slurm_bridge", "notifier")) {
            ServiceSchema.empty(stack.postgres(), schema);
        }

        stack.outbox();
        makeTables();
        write(5);

        assertThat(arrived()).isEqualTo(written);
    }

    @Test
    void saysSoWhenRowsWereRemovedThatNobodySent() throws Exception {
        write(5);
        arrived();
        stop();
        execute("outbox_relay", "SELECT pg_drop_replication_slot('medevac_outbox')");
        execute(
                "slurm_bridge",
                "CREATE TABLE outbox_removed (until timestamptz)",
                "GRANT SELECT ON outbox_removed TO outbox_relay",
                "INSERT INTO outbox_removed VALUES (now() + interval '1 second')");
        int before = log().length();

        stack.outbox();

        assertThat(log().substring(before))
                .contains("EVENTS ARE MISSING: there is no replication slot");
    }

    /** Rows that stay must not cost more than rows that were deleted in the same transaction. */
    @Test
    void isAsFastWithRowsThatStay() throws Exception {
        Map<String, Long> begun = new HashMap<>();
        List<String> kept = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        try (Connection connection = connect("slurm_bridge")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 600; i++) {
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                String id = UUID.randomUUID().toString();
                begun.put(id, System.currentTimeMillis());
                insert(connection, id, run + "/a");
                if (i % 2 == 0) {
                    kept.add(id);
                } else {
                    execute(connection, "DELETE FROM outbox WHERE id = '" + id + "'");
                    deleted.add(id);
                }
                connection.commit();
            }
        }
        Map<String, Long> took = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : read(600)) {
            String id = new String(record.value(), StandardCharsets.UTF_8);
            took.putIfAbsent(id, record.timestamp() - begun.get(id));
        }
        System.out.println("insert to send, row stays: " + percentiles(kept, took));
        System.out.println("insert to send, row is deleted at once: " + percentiles(deleted, took));
        assertThat(took).hasSize(600);
    }

    private static String percentiles(List<String> ids, Map<String, Long> took) {
        long[] sorted = ids.stream().mapToLong(took::get).sorted().toArray();
        return "p50 %d ms, p99 %d ms, of %d"
                .formatted(
                        sorted[sorted.length / 2], sorted[sorted.length * 99 / 100], sorted.length);
    }

    private void lose(Loss loss) throws Exception {
        String drop = "SELECT pg_drop_replication_slot('medevac_outbox')";
        String make = "SELECT pg_create_logical_replication_slot('medevac_outbox', 'pgoutput')";
        switch (loss) {
            case DROPPED -> execute("outbox_relay", drop);
            case DROPPED_WITH_POSITION -> {
                execute("outbox_relay", drop);
                Files.delete(data("offsets"));
            }
            case MADE_ANEW -> execute("outbox_relay", drop, make);
            case INVALIDATED -> invalidate();
            case POSITION_OF_ANOTHER_DATABASE -> {
                execute("outbox_relay", drop, make);
                storeAPositionFarAhead();
            }
            case INTERRUPTED_SENDING -> {
                execute("outbox_relay", drop, make);
                Files.delete(data("offsets"));
                Files.writeString(data("resend"), "2000-01-01T00:00:00Z");
            }
        }
    }

    private void invalidate() throws SQLException {
        execute(
                "postgres",
                "ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'",
                "SELECT pg_reload_conf()");
        for (int i = 0; i < 6; i++) {
            execute(
                    "postgres",
                    "SELECT pg_logical_emit_message(false, 'test', repeat('x', 1000000))",
                    "SELECT pg_switch_wal()",
                    "CHECKPOINT");
        }
        execute(
                "postgres",
                "ALTER SYSTEM RESET max_slot_wal_keep_size",
                "SELECT pg_reload_conf()",
                "DO $$ BEGIN ASSERT (SELECT wal_status FROM pg_replication_slots"
                        + " WHERE slot_name = 'medevac_outbox') = 'lost'; END $$");
    }

    private void storeAPositionFarAhead() throws Exception {
        byte[] stored = Files.readAllBytes(data("offsets"));
        String text = new String(stored, StandardCharsets.ISO_8859_1);
        String ahead = text.replaceAll("(\"lsn_proc\":)\\d", "$19");
        Files.write(data("offsets"), ahead.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void stop() throws Exception {
        stack.outbox();
        ProcessSpec engine =
                new OutboxEngine(TestState.directory(), stack.postgres(), stack.kafka()).spec();
        ManagedProcess.find(engine).orElseThrow().stop();
    }

    private static Path data(String file) {
        return TestState.directory().data("outbox-engine").resolve(file);
    }

    private static String log() throws Exception {
        return Files.readString(TestState.directory().root().resolve("logs/outbox-engine.log"));
    }

    /** Two keys in turn. */
    private void write(int count) throws SQLException {
        try (Connection connection = connect("slurm_bridge")) {
            for (int i = 0; i < count; i++) {
                String id = UUID.randomUUID().toString();
                String key = run + (i % 2 == 0 ? "/a" : "/b");
                insert(connection, id, key);
                written.computeIfAbsent(key, any -> new ArrayList<>()).add(id);
            }
        }
    }

    private static void insert(Connection connection, String id, String key) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        "INSERT INTO outbox VALUES (CAST(? AS uuid), ?, ?, 'io.medevac.events.JobResumed', ?,"
                                + " '/medevac/test', '2026-11-29T17:49:11Z', ?)")) {
            insert.setString(1, id);
            insert.setString(2, TOPIC);
            insert.setString(3, key);
            insert.setBytes(4, id.getBytes(StandardCharsets.UTF_8));
            insert.setString(5, key);
            insert.executeUpdate();
        }
    }

    /** Ids by key, as they are on the topic, once all that were written are there. */
    private Map<String, List<String>> arrived() {
        int count = written.values().stream().mapToInt(List::size).sum();
        Map<String, List<String>> byKey = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : read(count)) {
            byKey.computeIfAbsent(text(record.key()), any -> new ArrayList<>())
                    .add(text(record.value()));
        }
        return byKey;
    }

    private List<ConsumerRecord<byte[], byte[]>> read(int count) {
        return stack
                .topics()
                .read(
                        TOPIC,
                        SOON,
                        records ->
                                records.stream()
                                                .filter(this::isOfThisTest)
                                                .map(record -> text(record.value()))
                                                .distinct()
                                                .count()
                                        >= count)
                .stream()
                .filter(this::isOfThisTest)
                .toList();
    }

    private boolean isOfThisTest(ConsumerRecord<byte[], byte[]> record) {
        return text(record.key()).startsWith(run);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> distinct(List<String> ids) {
        return List.copyOf(new LinkedHashSet<>(ids));
    }

    private void execute(String role, String... statements) throws SQLException {
        try (Connection connection = connect(role)) {
            execute(connection, statements);
        }
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Connection connect(String role) throws SQLException {
        return ServiceSchema.connect(stack.postgres(), role);
    }
}
