package io.medevac.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Slurm on loopback, without Kubernetes: slurmctld, four slurmd ({@code gpu-0} to {@code
 * gpu-3}, eight GPUs each) and slurmrestd. Started once for a test JVM, ended with it.
 */
public final class BareSlurm {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final Pattern CONF = Pattern.compile("SLURM_CONF=(\\S+)");

    /** Short enough for a test to wait for. */
    private static final String KILL_WAIT_SECONDS = "3";

    private final Path folder;
    private final Path configuration;

    private BareSlurm(Path folder, Path configuration) {
        this.folder = folder;
        this.configuration = configuration;
    }

    /** The one of this JVM. */
    public static BareSlurm get() {
        return Holder.INSTANCE;
    }

    /** Its slurm.conf. */
    public Path configuration() {
        return configuration;
    }

    /** What a Slurm command needs in its environment. */
    public Map<String, String> environment() {
        return Map.of("SLURM_CONF", configuration.toString());
    }

    /**
     * What a Slurm command writes (sbatch, scontrol, squeue, sinfo, ...).
     *
     * @throws IllegalStateException when it fails
     */
    public String run(String... words) {
        return Command.run(environment(), DEADLINE, List.of(words));
    }

    /** Starts the slurmd of a node. */
    public void startNode(String node) {
        script(folder, "node-start", node);
    }

    /** Ends the slurmd of a node. */
    public void stopNode(String node) {
        script(folder, "node-stop", node);
    }

    /** Ends slurmctld and starts it again with the state it had. */
    public void restartController() {
        script(folder, "ctld-restart");
    }

    private static BareSlurm start() {
        Path folder = TestState.directory().root().resolve("slurm");
        script(folder, "start");
        Matcher configuration = CONF.matcher(script(folder, "env"));
        if (!configuration.find()) {
            throw new IllegalStateException("slurm-bare env names no SLURM_CONF");
        }
        return new BareSlurm(folder, Path.of(configuration.group(1)));
    }

    private static String script(Path folder, String... words) {
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(Repository.root().resolve("lab").resolve("slurm-bare").toString()));
        command.addAll(List.of(words));
        return Command.run(
                Map.of("LAB_DIR", folder.toString(), "LAB_KILLWAIT", KILL_WAIT_SECONDS),
                DEADLINE,
                command);
    }

    private static final class Holder {
        private static final BareSlurm INSTANCE = start();
    }
}
