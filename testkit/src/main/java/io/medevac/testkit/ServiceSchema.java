package io.medevac.testkit;

import io.medevac.backing.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.awaitility.Awaitility;
import org.postgresql.Driver;

/** The database schema of one service. */
public final class ServiceSchema {
    private static final String COUNT_ALL =
            """
            SELECT coalesce(sum((xpath('/row/n/text()', query_to_xml(
                format('SELECT count(*) AS n FROM %I.%I', schemaname, tablename), false, true, '')))[1]::text::bigint), 0)
            FROM pg_tables WHERE schemaname = current_user
            """;

    /** Tables and not the schema: dropping that would take it out of the publication. */
    private static final String DROP_ALL =
            """
            DO $$
            DECLARE name text;
            BEGIN
              FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = current_user
              LOOP EXECUTE 'DROP TABLE ' || name || ' CASCADE'; END LOOP;
              FOR name IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE schemaname = current_user
              LOOP EXECUTE 'DROP SEQUENCE ' || name || ' CASCADE'; END LOOP;
            END $$
            """;

    private static final Duration QUIET_WITHIN = Duration.ofSeconds(30);

    private ServiceSchema() {}

    /** Drops what the service made, so that its migrations start from nothing. */
    static void empty(PostgresServer postgres, String role) {
        try (Connection connection = connect(postgres, role);
                Statement statement = connection.createStatement()) {
            statement.execute(DROP_ALL);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "schema %s cannot be emptied: %s".formatted(role, e.getMessage()), e);
        }
    }

    /**
     * Does the work until there are as many rows after it as before. The service works on meanwhile
     * and may store rows of its own; work that leaves rows each time never passes.
     *
     * @throws org.awaitility.core.ConditionTimeoutException when each time more or fewer were left
     */
    public static void assertUnchangedBy(String service, Runnable work) {
        Awaitility.await("as many rows of " + service + " after the work as before")
                .atMost(QUIET_WITHIN)
                .until(
                        () -> {
                            long before = rows(service);
                            work.run();
                            return rows(service) == before;
                        });
    }

    private static long rows(String service) {
        PostgresServer postgres = TestStack.get().postgres();
        String role = service.replace('-', '_');
        try (Connection connection = connect(postgres, role);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(COUNT_ALL)) {
            result.next();
            return result.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "rows of %s cannot be counted: %s".formatted(role, e.getMessage()), e);
        }
    }

    static Connection connect(PostgresServer postgres, String role) throws SQLException {
        Properties properties = new Properties();
        properties.put("user", role);
        properties.put("password", postgres.passwords().of(role));
        return new Driver().connect(postgres.jdbcUrl("medevac"), properties);
    }
}
