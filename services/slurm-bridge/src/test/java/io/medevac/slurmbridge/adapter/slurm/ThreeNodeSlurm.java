package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.domain.slurm.SlurmNode;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.SlurmReasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real Slurm of three nodes on this machine, started by {@code lab/slurm-bare}. */
public final class ThreeNodeSlurm implements AutoCloseable {
    private static final Path LAB = Path.of("../../lab/slurm-bare").toAbsolutePath().normalize();
    private static final int NODES = 3;

    private final Path folder;
    private final Map<String, String> settings;

    private ThreeNodeSlurm(Path folder) {
        this.folder = folder;
        this.settings =
                Map.of(
                        "LAB_DIR", folder.resolve("lab").toString(),
                        "LAB_NODES", Integer.toString(NODES),
                        "LAB_KILLWAIT", "20",
                        "LAB_CRED_EXPIRE", "10",
                        "LAB_REST", "0");
    }

    /** Starts one; KillWait is 20 s, a requeued job waits some 11 s. */
    public static ThreeNodeSlurm start() throws IOException {
        // Not below target/: slurmstepd's sockets must not be longer than 107 characters.
        Path folder = Files.createTempDirectory("slurm-");
        // munged refuses a socket that not everybody could reach.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        ThreeNodeSlurm slurm = new ThreeNodeSlurm(folder);
        slurm.lab("start");
        return slurm;
    }

    /** The running one with this slurm.conf. */
    public static ThreeNodeSlurm at(String slurmConf) {
        return new ThreeNodeSlurm(Path.of(slurmConf).resolve("../../..").normalize());
    }

    /** Environment of its commands. */
    public Map<String, String> environment() {
        return SlurmBeans.environment(
                Map.of("PATH", System.getenv("PATH")), Optional.of(slurmConf()));
    }

    /** Its slurm.conf. */
    public String slurmConf() {
        return folder.resolve("lab/etc/slurm.conf").toString();
    }

    /** The door under test to it. */
    public SlurmControl control() {
        return new CommandLineSlurmControl(
                new ProcessCommands(Duration.ofSeconds(4), environment()));
    }

    /** The reasons that stand in it, as the service reads them. */
    public SlurmReasons reasons() {
        return new CommandLineSlurmReasons(
                new ProcessCommands(Duration.ofSeconds(4), environment()));
    }

    /** A new empty folder for a job. */
    public Path workFolder() throws IOException {
        return Files.createTempDirectory(folder, "work-");
    }

    /** Runs a command of a user or administrator in a folder; its output. */
    public String run(Path in, String... command) {
        return run(in, environment(), command);
    }

    /** Stops or starts slurmctld. */
    public void controller(boolean running) {
        if (running) {
            lab("ctld-restart");
        } else {
            signal("TERM");
        }
    }

    /** Sends slurmctld a signal. */
    public void signal(String signal) {
        Path pid = folder.resolve("lab/pid/slurmctld.pid");
        run(
                folder,
                environment(),
                "bash",
                "-c",
                "set -e; p=$(cat %s); kill -%s $p; [ %s != TERM ] || while kill -0 $p 2>/dev/null; do sleep 0.05; done"
                        .formatted(pid, signal, signal));
    }

    /** Ends all jobs and lifts all drains. */
    public void reset() {
        run(folder, "scancel", "--full", "--user=root");
        run(
                folder,
                "bash",
                "-c",
                "for n in 0 1 2; do scontrol update nodename=gpu-$n state=resume 2>/dev/null; done; true");
        SlurmControl control = control();
        Awaitility.await("an empty Slurm")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> control.readNodes().stream().allMatch(ThreeNodeSlurm::usableAndEmpty));
    }

    private static boolean usableAndEmpty(SlurmNode node) {
        return node.state().usable() && node.state().empty();
    }

    @Override
    public void close() {
        lab("stop");
        run(Path.of("/"), environment(), "rm", "-rf", folder.toString());
    }

    private void lab(String verb) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(settings);
        run(folder, environment, LAB.toString(), verb);
    }

    private static String run(Path in, Map<String, String> environment, String... command) {
        try {
            Path output = Files.createTempFile("output", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(new ArrayList<>(List.of(command)))
                            .directory(in.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("too slow: " + String.join(" ", command));
            }
            String said = Files.readString(output);
            Files.delete(output);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + said);
            }
            return said;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
