package io.medevac.backing.postgres;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import io.medevac.backing.secret.Passwords;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A PostgreSQL server on loopback that keeps its promises: a commit is on the disk, and logical
 * decoding is on. Its data outlive restarts and crashes.
 */
public final class PostgresServer {

    /** Role that may do everything. */
    public static final String SUPERUSER = "postgres";

    private static final String NAME = "postgres";

    /** Every role: the superuser and those of {@code bootstrap.sql}. */
    private static final List<String> ROLES =
            List.of(
                    SUPERUSER,
                    "detector",
                    "remediator",
                    "slurm_bridge",
                    "notifier",
                    "outbox_relay",
                    "registry");

    private final StateDirectory state;
    private final CacheDirectory cache;
    private final int port;
    private final Passwords passwords;

    /**
     * A server that is not started yet; makes up the passwords of its roles when the state has
     * none.
     */
    public PostgresServer(StateDirectory state, CacheDirectory cache, int port) {
        this.state = state;
        this.cache = cache;
        this.port = port;
        this.passwords =
                Passwords.keptIn(state.root().resolve("database-passwords.properties"), ROLES);
    }

    /**
     * How to start and stop it.
     *
     * @throws IOException when the program cannot be unpacked into the cache
     */
    public ProcessSpec spec() throws IOException {
        PostgresProgram program = PostgresProgram.in(cache);
        DataFolder data = new DataFolder(state.data(NAME).resolve("cluster"));
        List<String> command = new ArrayList<>(program.command("postgres"));
        command.addAll(List.of("-D", data.path().toString()));
        settings().forEach(setting -> command.addAll(List.of("-c", setting)));
        return ProcessSpec.named(NAME, state)
                .command(command)
                .preparation(
                        () -> {
                            data.makeWhenMissing(program, passwords.of(SUPERUSER));
                            data.clearLeftovers();
                        })
                .readiness(data.serverReady().and(Readiness.tcp(port)))
                .stopSignal(
                        "INT") // "fast": ends sessions; SIGTERM would wait for the clients to leave
                .stopGrace(Duration.ofSeconds(15))
                .build();
    }

    /**
     * Makes roles, databases, schemas, publication and replication slot, see {@code
     * k8s/postgres/bootstrap.sql}. The server must be ready; may be repeated.
     */
    public void bootstrap() throws SQLException {
        new Bootstrap(this::jdbcUrl, passwords).run();
    }

    /** Where JDBC clients find a database. */
    public String jdbcUrl(String database) {
        return "jdbc:" + url(database);
    }

    /** Where other clients find a database. */
    public String url(String database) {
        return "postgresql://127.0.0.1:%d/%s".formatted(port, database);
    }

    /** Port on loopback. */
    public int port() {
        return port;
    }

    /** Passwords of the roles. */
    public Passwords passwords() {
        return passwords;
    }

    private List<String> settings() {
        List<String> settings =
                new ArrayList<>(
                        List.of(
                                "port=" + port,
                                "listen_addresses=127.0.0.1",
                                "unix_socket_directories="));
        settings.addAll(commonSettings());
        return settings;
    }

    /** What the server is told wherever it runs, as a process or a container. */
    public static List<String> commonSettings() {
        return List.of(
                "fsync=on",
                "synchronous_commit=on",
                "wal_level=logical",
                "max_wal_senders=4",
                "max_replication_slots=4",
                "max_connections=200",
                "shared_buffers=32MB",
                "min_wal_size=32MB",
                "max_wal_size=256MB",
                "jit=off",
                "timezone=UTC",
                "log_timezone=UTC",
                "log_checkpoints=off",
                "log_min_messages=warning");
    }
}
