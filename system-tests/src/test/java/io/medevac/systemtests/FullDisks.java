package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.systemtests.LocalStack.Running;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.postgresql.Driver;

/** The disks of log and database, full to the last byte, and both processes made to notice it. */
final class FullDisks {
    private static final int MORE_THAN_A_PAGE = 256 << 10;

    /** Far more than the room that a running database keeps in reserve. */
    private static final String BALLAST =
            "CREATE TABLE ballast AS SELECT i, md5(i::text) FROM generate_series(1, 1000000) i";

    private final Running stack;

    FullDisks(Running stack) {
        this.stack = stack;
    }

    void fill() {
        stack.disks.forEach(SmallDisk::fill);
        assertThatThrownBy(this::writeToDatabase).isInstanceOf(SQLException.class);
        Thread.ofVirtual().start(this::writeToLog);
    }

    void free() {
        stack.disks.forEach(SmallDisk::free);
    }

    /** Nothing has been tried as long as nobody was refused a byte. */
    void assertNoticed() {
        for (String process : List.of("kafka", "postgres")) {
            assertThat(stack.state().resolve("logs").resolve(process + ".log"))
                    .content()
                    .contains(SmallDisk.NO_SPACE);
        }
    }

    /** Goes on trying, so it may come through when there is room again. */
    private void writeToLog() {
        stack.produce("medevac.faults.v1.dlq", "", new byte[MORE_THAN_A_PAGE]);
    }

    private void writeToDatabase() throws SQLException {
        Properties login = new Properties();
        login.put("user", "postgres");
        Path passwords = stack.state().resolve("database-passwords.properties");
        login.put("password", LocalStack.properties(passwords).getProperty("postgres"));
        String url = "jdbc:postgresql://127.0.0.1:" + stack.port("POSTGRES") + "/medevac";
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            statement.execute(BALLAST);
        }
    }
}
