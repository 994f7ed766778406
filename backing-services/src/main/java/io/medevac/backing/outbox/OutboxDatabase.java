package io.medevac.backing.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/** The database as the connector's role sees it: its slot, and what was removed. */
final class OutboxDatabase {

    private static final String SLOT =
            "SELECT CASE WHEN wal_status <> 'lost' THEN restart_lsn - '0/0'::pg_lsn END"
                    + " FROM pg_replication_slots WHERE slot_name = ?";
    private static final String END = "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";
    private static final String DROP = "SELECT pg_drop_replication_slot(?)";
    private static final String REMOVED_TABLES =
            "SELECT format('SELECT until FROM %I.outbox_removed', schemaname) FROM pg_tables"
                    + " WHERE tablename = 'outbox_removed' AND schemaname = ANY (string_to_array(?, ','))";

    private final Map<String, String> config;

    OutboxDatabase(Map<String, String> config) {
        this.config = config;
    }

    /**
     * The replication slot.
     *
     * @param start from where it can give the log; empty when it was invalidated
     */
    record Slot(Optional<Long> start) {}

    Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.put("user", config.get("database.user"));
        properties.put("password", config.get("database.password"));
        properties.put("connectTimeout", "10");
        properties.put("socketTimeout", "30");
        String url =
                "jdbc:postgresql://%s:%s/%s"
                        .formatted(
                                config.get("database.hostname"),
                                config.get("database.port"),
                                config.get("database.dbname"));
        return new Driver().connect(url, properties);
    }

    Optional<Slot> slot(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SLOT)) {
            statement.setString(1, config.get("slot.name"));
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return Optional.empty();
                }
                long start = rows.getLong(1);
                return Optional.of(
                        new Slot(rows.wasNull() ? Optional.empty() : Optional.of(start)));
            }
        }
    }

    /** End of the write-ahead log. */
    long end(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(END)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Fails when somebody else streams from it. */
    void dropSlot(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(DROP)) {
            statement.setString(1, config.get("slot.name"));
            statement.execute();
        }
    }

    /** Time of the youngest row that a service has removed from its outbox. */
    Optional<Instant> removedUntil(Connection connection) throws SQLException {
        Optional<Instant> youngest = Optional.empty();
        for (String query : queries(connection)) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    Instant until = rows.getObject(1, Timestamp.class).toInstant();
                    if (youngest.isEmpty() || until.isAfter(youngest.get())) {
                        youngest = Optional.of(until);
                    }
                }
            }
        }
        return youngest;
    }

    private List<String> queries(Connection connection) throws SQLException {
        List<String> queries = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(REMOVED_TABLES)) {
            statement.setString(1, config.get("schema.include.list"));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    queries.add(rows.getString(1));
                }
            }
        }
        return queries;
    }
}
