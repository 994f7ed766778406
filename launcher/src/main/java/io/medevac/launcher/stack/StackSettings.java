package io.medevac.launcher.stack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.medevac.backing.process.FreePorts;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a stack was started with, and the loopback ports it keeps over restarts; {@code stack.json}
 * in the state folder. Holds no secret.
 */
public record StackSettings(StackOptions options, Map<Port, Integer> ports) {

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** Something that listens on loopback. */
    public enum Port {
        KAFKA,
        KAFKA_CONTROLLER,
        POSTGRES,
        REGISTRY,
        REGISTRY_MANAGEMENT,
        SMTP,
        WEBHOOKS,
        EXPORTERS,
        DETECTOR,
        REMEDIATOR,
        SLURM_BRIDGE,
        NOTIFIER
    }

    public StackSettings {
        ports = Map.copyOf(ports);
    }

    /** Those of the stack in this home; empty when there never was one. */
    public static Optional<StackSettings> read(Home home) {
        Path file = file(home);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), StackSettings.class));
        } catch (IOException e) {
            throw new CommandFailure("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /**
     * Settings for a stack that is about to start: the ports it had before as far as they are still
     * free, new ones otherwise; written to the home.
     */
    public static StackSettings choose(Home home, StackOptions options) {
        Map<Port, Integer> ports = new EnumMap<>(Port.class);
        read(home).ifPresent(before -> ports.putAll(before.ports()));
        ports.values().removeIf(port -> !FreePorts.isFree(port));
        List<Port> missing = new ArrayList<>(List.of(Port.values()));
        missing.removeAll(ports.keySet());
        List<Integer> fresh = FreePorts.allocate(missing.size());
        for (int i = 0; i < missing.size(); i++) {
            ports.put(missing.get(i), fresh.get(i));
        }
        StackSettings settings = new StackSettings(options, ports);
        settings.write(home);
        return settings;
    }

    /** The port of something. */
    public int port(Port port) {
        return ports.get(port);
    }

    private void write(Home home) {
        Path file = file(home);
        try {
            Files.createDirectories(file.getParent());
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            JSON.writeValue(fresh.toFile(), this);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CommandFailure("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static Path file(Home home) {
        return home.state().resolve("stack.json");
    }
}
