package io.medevac.launcher.stack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.backing.cache.CacheDirectory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The cluster on this machine, by its own script. The lab knows nothing of Medevac; it is only told
 * which labels mark training nodes and spares, and to keep its state where ours is.
 */
public final class Lab {

    /** Node that Slurm's controller runs on. */
    public static final String CONTROL_NODE = "control-0";

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration ASKED_FOR = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Home home;
    private final ExternalCommand script;

    /** The lab of one home. */
    public Lab(Home home, Installation installation) {
        this.home = home;
        this.script =
                ExternalCommand.of(installation.lab().toString())
                        .with(
                                Map.of(
                                        "LAB_DIR",
                                        home.state().toString(),
                                        "LAB_CACHE",
                                        CacheDirectory.ofUser().root().toString(),
                                        "LAB_POOL_LABEL",
                                        "medevac.io/pool=training",
                                        "LAB_SPARE_LABEL",
                                        "medevac.io/spare=training"));
    }

    /**
     * A part the cluster is made of.
     *
     * @param present whether it is here
     * @param detail where it is, or what it is
     * @param command what gets it; empty when it is here
     */
    public record Part(String part, boolean present, String detail, String command) {}

    /** A process of the cluster, or a part of one of its nodes. */
    public record LabProcess(String process, long pid, boolean ready, double rssMiB) {}

    /**
     * Gets what is missing, telling on our terminal what it does.
     *
     * @throws CommandFailure when something cannot be had; it has said what
     */
    public void getParts() throws InterruptedException {
        if (script.and("parts").onTerminal() != 0) {
            throw new CommandFailure("not all parts could be had (see above): medevac doctor");
        }
    }

    /** Every part with the command that gets it. */
    public List<Part> parts() throws InterruptedException {
        return lines(script.and("parts", "--check", "--json").run(MINUTE).output(), Part.class);
    }

    /** The command that starts the cluster and ends when it is ready. */
    public ExternalCommand up(StackOptions options) {
        return script.and(
                "up",
                "--nodes",
                Integer.toString(options.nodes()),
                "--spares",
                Integer.toString(options.spares()),
                "--gpus",
                Integer.toString(options.gpus()),
                "--kill-wait",
                Integer.toString(options.killWaitSeconds()));
    }

    /** The same with the control plane only: no machine and no Slurm. */
    ExternalCommand controlPlane() {
        return script.and("control", "start", "--loopback");
    }

    /** Ends all of it; harmless when nothing runs. */
    public void down() throws InterruptedException {
        script.and("down").output(Duration.ofMinutes(2));
    }

    /**
     * What is done to a machine.
     *
     * @param verb {@code boot}, {@code kill} (power cut), {@code stop}, {@code remake}
     */
    public ExternalCommand node(String verb, String node) {
        return script.and("node", verb, node);
    }

    /** Starts again what has died of the control plane. */
    public void restoreControlPlane(StackOptions options) throws InterruptedException {
        up(options).output(Duration.ofMinutes(5));
    }

    /** Its processes; empty when there is no lab. */
    public List<LabProcess> status() throws InterruptedException {
        if (!Files.exists(kubeconfig())) {
            return List.of();
        }
        return lines(script.and("status", "--json").output(MINUTE), LabProcess.class);
    }

    /**
     * Which of these processes should run and do not; cheap enough to be asked every few seconds.
     */
    List<String> dead(Set<String> processes) {
        List<String> dead = new ArrayList<>();
        for (String process : processes) {
            Path pidFile = home.state().resolve("run/lab").resolve(process + ".pid");
            if (Files.exists(pidFile) && !isAlive(pidFile)) {
                dead.add(process);
            }
        }
        return dead;
    }

    /** Whether a process of it is alive. */
    boolean isRunning() {
        try (Stream<Path> pids = Files.list(home.state().resolve("run/lab"))) {
            return pids.anyMatch(file -> file.toString().endsWith(".pid") && isAlive(file));
        } catch (IOException e) {
            return false; // no folder: it was never up, or it is down
        }
    }

    private static boolean isAlive(Path pidFile) {
        try {
            long pid = Long.parseLong(Files.readString(pidFile).strip());
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException | NumberFormatException e) {
            return true; // being written: looked at again soon
        }
    }

    /** The shell lines that make its clients usable. */
    public String environment() throws InterruptedException {
        return script.and("env").output(MINUTE);
    }

    /** The administrator's kubeconfig. */
    public Path kubeconfig() {
        return home.state().resolve("kubeconfig");
    }

    /** Slurm's configuration for clients on this host, with the socket of its munge. */
    public Path slurmConf() {
        return home.state().resolve("slurm/slurm.conf");
    }

    /** A client command of the cluster as its administrator: kubectl, scontrol, sbatch, … */
    public ExternalCommand client(String... command) {
        return new ExternalCommand(
                        List.of(
                                "bash",
                                "-c",
                                "lines=$(\"$0\" env) && eval \"$lines\" && exec \"$@\"",
                                script.command().getFirst()),
                        script.environment())
                .and(command);
    }

    /**
     * Objects of the cluster.
     *
     * @param what arguments of kubectl get
     */
    public JsonNode kubernetes(String... what) throws InterruptedException {
        try {
            return JSON.readTree(
                    client("kubectl", "get", "-o", "json").and(what).output(ASKED_FOR));
        } catch (IOException e) {
            throw new CommandFailure("kubectl answered what is no JSON", e);
        }
    }

    private static <T> List<T> lines(String output, Class<T> type) {
        List<T> found = new ArrayList<>();
        try {
            for (String line : output.lines().filter(text -> text.startsWith("{")).toList()) {
                JsonNode json = JSON.readTree(line);
                found.add(JSON.treeToValue(json, type));
            }
        } catch (IOException e) {
            throw new CommandFailure("the lab answered what is no JSON: " + e.getMessage(), e);
        }
        return found;
    }
}
