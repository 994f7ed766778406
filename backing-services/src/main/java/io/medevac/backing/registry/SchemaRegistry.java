package io.medevac.backing.registry;

import io.medevac.backing.cache.CacheDirectory;
import io.medevac.backing.postgres.PostgresServer;
import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Apicurio Registry on loopback. Keeps schemas and their ids in PostgreSQL, database {@code
 * registry}: records framed with an id can be read for ever only when the id never changes its
 * meaning.
 */
public final class SchemaRegistry {

    private static final String NAME = "registry";
    private static final int HEAP_MIB = 256;

    private final StateDirectory state;
    private final CacheDirectory cache;
    private final PostgresServer database;
    private final int port;
    private final int managementPort;

    /**
     * A registry that is not started yet.
     *
     * @param port where clients connect
     * @param managementPort where its own health endpoints listen
     */
    public SchemaRegistry(
            StateDirectory state,
            CacheDirectory cache,
            PostgresServer database,
            int port,
            int managementPort) {
        this.state = state;
        this.cache = cache;
        this.database = database;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * How to start and stop it; the database must have been bootstrapped.
     *
     * @throws IOException when the program cannot be unpacked into the cache
     */
    public ProcessSpec spec() throws IOException {
        Path program = RegistryArchive.unpackedIn(cache);
        List<String> command = new ArrayList<>(List.of(JavaProgram.java().toString()));
        command.addAll(JavaProgram.smallJvmWithNativeCode(HEAP_MIB));
        command.addAll(List.of("-jar", program.resolve("quarkus-run.jar").toString()));
        return ProcessSpec.named(NAME, state)
                .command(command)
                .environment("QUARKUS_HTTP_HOST", "127.0.0.1")
                .environment("QUARKUS_HTTP_PORT", Integer.toString(port))
                .environment("QUARKUS_MANAGEMENT_HOST", "127.0.0.1")
                .environment("QUARKUS_MANAGEMENT_PORT", Integer.toString(managementPort))
                .environment(commonSettings(database.jdbcUrl("registry")))
                .environment("APICURIO_DATASOURCE_PASSWORD", database.passwords().of("registry"))
                .readiness(Readiness.http(URI.create(url() + "/subjects")))
                .build();
    }

    /**
     * Variables that it is told wherever it runs, as a process or a container; the password is not
     * among them.
     */
    public static Map<String, String> commonSettings(String jdbcUrl) {
        return Map.of(
                "QUARKUS_HTTP_ACCESS_LOG_ENABLED",
                "false",
                "QUARKUS_LOG_LEVEL",
                "WARN",
                "QUARKUS_LOG_CATEGORY__IO_APICURIO__LEVEL",
                "WARN",
                "QUARKUS_LOG_CONSOLE_FORMAT",
                "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5p [%c{1}] %s%e%n",
                "QUARKUS_LOG_CONSOLE_JSON_ENABLED",
                "false",
                "APICURIO_STORAGE_KIND",
                "sql",
                "APICURIO_STORAGE_SQL_KIND",
                "postgresql",
                "APICURIO_DATASOURCE_URL",
                jdbcUrl,
                "APICURIO_DATASOURCE_USERNAME",
                "registry");
    }

    /** Base address of its Confluent-compatible API. */
    public URI url() {
        return URI.create("http://127.0.0.1:%d/apis/ccompat/v7".formatted(port));
    }
}
