package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.StateDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class DatabaseIT {

    private final PostgresServer postgres;

    DatabaseIT(PostgresServer postgres) {
        this.postgres = postgres;
    }

    @Test
    void keepsACommitWhenItIsKilled() throws Exception {
        keepsACommitOverACrash(() -> {});
    }

    @Test
    void aLeftLockFileDoesNotHinderIt() throws Exception {
        TestMode.assumeProcesses("the lock file lies in the data folder of a process");
        keepsACommitOverACrash(DatabaseIT::pretendThatThePidOfTheLockIsInUseAgain);
    }

    private void keepsACommitOverACrash(Step whileItIsDown) throws Exception {
        execute(
                "notifier",
                "DROP TABLE IF EXISTS kept",
                "CREATE TABLE kept (n int)",
                "INSERT INTO kept VALUES (7)");

        TestStack.get().postgresPart().kill();
        whileItIsDown.run();
        TestStack.get().postgres();

        assertThat(query("notifier", "SELECT n FROM kept")).isEqualTo("7");
        execute("notifier", "DROP TABLE kept");
    }

    /** As after a reboot: the number in the lock file belongs to another process, here this one. */
    private static void pretendThatThePidOfTheLockIsInUseAgain() throws Exception {
        Path lock =
                new StateDirectory(TestState.directory().root())
                        .data("postgres")
                        .resolve("cluster")
                        .resolve("postmaster.pid");
        List<String> lines = Files.readAllLines(lock);
        lines.set(0, Long.toString(ProcessHandle.current().pid()));
        Files.write(lock, lines);
    }

    @Test
    void isSafeByDefault() throws Exception {
        assertThat(query("detector", "SHOW fsync")).isEqualTo("on");
        assertThat(query("detector", "SHOW synchronous_commit")).isEqualTo("on");
        assertThat(query("detector", "SHOW wal_level")).isEqualTo("logical");
    }

    @Test
    void listensOnLoopbackOnly() throws Exception {
        TestMode.assumeProcesses("a container listens in a network of its own");
        assertThat(query("detector", "SHOW listen_addresses")).isEqualTo("127.0.0.1");
    }

    @Test
    void givesEachServiceItsOwnSchemaAndNoOther() throws Exception {
        execute("detector", "DROP TABLE IF EXISTS mine", "CREATE TABLE mine (n int)");

        assertThat(query("detector", "SELECT current_schema()")).isEqualTo("detector");
        assertThatThrownBy(() -> query("remediator", "SELECT * FROM detector.mine"))
                .hasMessageContaining("permission denied for schema detector");
        assertThatThrownBy(() -> execute("remediator", "CREATE TABLE public.stray (n int)"))
                .hasMessageContaining("permission denied for schema public");
        execute("detector", "DROP TABLE mine");
    }

    @Test
    void canBeBootstrappedAgain() throws Exception {
        postgres.bootstrap();

        assertThat(
                        query(
                                "detector",
                                "SELECT count(*) FROM pg_publication WHERE pubname = 'medevac_outbox'"))
                .isEqualTo("1");
    }

    private interface Step {
        void run() throws Exception;
    }

    private void execute(String role, String... statements) throws SQLException {
        try (Connection connection = ServiceSchema.connect(postgres, role);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private String query(String role, String sql) throws SQLException {
        try (Connection connection = ServiceSchema.connect(postgres, role);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
