package io.medevac.launcher.stack;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.record.RecordLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Where the parts of the running stack are, for its own verbs and for other programs. */
public final class StackAddresses {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Home home;
    private final Lab lab;
    private final StackSettings settings;
    private final BackingServices backing;

    /**
     * Looks at the running stack.
     *
     * @throws CommandFailure when no stack runs in this home
     */
    public StackAddresses(Home home, Installation installation) {
        this.home = home;
        this.lab = new Lab(home, installation);
        this.settings = new StackControl(home, installation, text -> {}).required();
        this.backing = new BackingServices(home, settings);
    }

    /** Settings of the running stack. */
    public StackSettings settings() {
        return settings;
    }

    /** The cluster. */
    public Lab lab() {
        return lab;
    }

    /** Configuration file of kcat. */
    public Path kcatConfig() {
        return backing.kcatConfig();
    }

    /** Properties of a client of Kafka that reads everything and writes commands. */
    public Map<String, String> kafkaClient() {
        return backing.kafkaClient();
    }

    /**
     * Properties of a client of Kafka that may do what the access rules give to somebody else.
     *
     * @param principal name in the access rules
     */
    public Map<String, String> kafkaClientOf(String principal) {
        return backing.kafkaClientOf(principal);
    }

    /** Base of the registry's Confluent-compatible API. */
    public URI registry() {
        return backing.registry().url();
    }

    /** Base of the detector's HTTP. */
    public URI detector() {
        return URI.create("http://127.0.0.1:" + settings.port(StackSettings.Port.DETECTOR));
    }

    /**
     * The token that whoever sends signals to the detector shows.
     *
     * @throws CommandFailure when it cannot be read
     */
    public String detectorToken() {
        Path file = backing.detectorTokenFile();
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A reader of the topics. */
    public RecordLog record(Consumer<String> complaints) {
        return new RecordLog(kafkaClient(), registry(), complaints);
    }

    /** What {@code env} prints. */
    public Map<String, String> variables() throws InterruptedException {
        Map<String, String> variables = new LinkedHashMap<>(backing.addresses());
        variables.put("KUBECONFIG", lab.kubeconfig().toString());
        variables.put("SLURM_CONF", lab.slurmConf().toString());
        variables.put("MEDEVAC_STATE", home.state().toString());
        variables.put("PATH", lab.client("printenv", "PATH").output(DEADLINE).strip());
        return variables;
    }
}
