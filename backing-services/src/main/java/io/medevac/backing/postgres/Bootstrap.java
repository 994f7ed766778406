package io.medevac.backing.postgres;

import io.medevac.backing.data.ShippedFile;
import io.medevac.backing.secret.Passwords;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.postgresql.Driver;

/**
 * Runs {@code k8s/postgres/bootstrap.sql} as psql would, which the binaries we use come without.
 */
final class Bootstrap {

    private static final String SCRIPT = "postgres/bootstrap.sql";

    private final UnaryOperator<String> jdbcUrls;
    private final Passwords passwords;

    Bootstrap(UnaryOperator<String> jdbcUrls, Passwords passwords) {
        this.jdbcUrls = jdbcUrls;
        this.passwords = passwords;
    }

    void run() throws SQLException {
        Map<String, String> variables =
                passwords.byName().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        entry -> entry.getKey() + "_password",
                                        Map.Entry::getValue));
        Connection connection = connect("postgres");
        try {
            for (SqlScript.Step step : SqlScript.steps(script(), variables)) {
                switch (step) {
                    case SqlScript.Step.Run run -> execute(connection, run.sql());
                    case SqlScript.Step.RunResults run -> {
                        for (String sql : query(connection, run.sql())) {
                            execute(connection, sql);
                        }
                    }
                    case SqlScript.Step.Connect to -> {
                        connection.close();
                        connection = connect(to.database());
                    }
                }
            }
        } finally {
            connection.close();
        }
    }

    private Connection connect(String database) throws SQLException {
        Properties properties = new Properties();
        properties.put("user", PostgresServer.SUPERUSER);
        properties.put("password", passwords.of(PostgresServer.SUPERUSER));
        // Not by DriverManager: in a test it may not see the driver of this class loader.
        return new Driver().connect(jdbcUrls.apply(database), properties);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> query(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static String script() {
        return ShippedFile.read(
                SCRIPT, sql -> new String(sql.readAllBytes(), StandardCharsets.UTF_8));
    }
}
