package io.medevac.launcher.stack;

import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessFailure;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.Lab.LabProcess;
import io.medevac.launcher.stack.StackSettings.Port;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * The detector alone with all it needs, without machines and without a supervisor: a control plane
 * whose nodes nobody runs, PostgreSQL, Kafka, registry and outbox relay.
 */
public final class DetectorStack implements AutoCloseable {
    private static final StackOptions OPTIONS = new StackOptions("bench", 1, 0, 8, 5, null, false);
    private static final Duration CLUSTER_WITHIN = Duration.ofMinutes(4);
    private static final String DETECTOR = "detector";

    /** They would look after nodes that no kubelet reports, and after nothing else here. */
    private static final Set<String> NOT_NEEDED =
            Set.of("kube-controller-manager", "kube-scheduler");

    private final Home home;
    private final StackSettings settings;
    private final Lab lab;
    private final ServiceAccounts accounts;
    private final BackingServices backing;
    private final Services services;
    private final Consumer<String> out;
    private volatile ProcessSpec detector;

    /**
     * In this home, where nothing runs.
     *
     * @param out told what happens
     */
    public DetectorStack(Home home, Installation installation, Consumer<String> out) {
        this.home = home;
        this.settings = StackSettings.choose(home, OPTIONS);
        this.lab = new Lab(home, installation);
        this.accounts = new ServiceAccounts(home, installation, lab);
        this.backing = new BackingServices(home, settings);
        this.services = new Services(home, installation, settings, backing);
        this.detector = services.largeDetector(Map.of());
        this.out = out;
    }

    /**
     * Starts all of it and returns when the detector is ready.
     *
     * @throws CommandFailure when a part does not start
     */
    public void start() throws InterruptedException {
        lab.getParts();
        makeFolder(home.kernelLog("any").getParent().getParent());
        Observer observer = new Observer();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            StartPlan plan = new StartPlan(observer, executor);
            plan.step("control plane", () -> lab.controlPlane().output(CLUSTER_WITHIN));
            plan.step("accounts", this::accounts, "control plane");
            plan.step("postgres", backing::startPostgres);
            plan.step("kafka", backing::startKafka);
            plan.step("registry", backing::startRegistry, "postgres");
            plan.step(
                    "outbox-engine",
                    () -> BackingServices.ready(backing.busyOutbox()),
                    "postgres",
                    "kafka");
            plan.step(
                    DETECTOR,
                    () -> BackingServices.ready(detector),
                    "accounts",
                    "kafka",
                    "registry");
            plan.await();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CommandFailure("the stack could not be started: " + e.getMessage(), e);
        }
    }

    /** The detector is ready when there is something to look into. */
    private static void makeFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new CommandFailure(folder + " cannot be made: " + e.getMessage(), e);
        }
    }

    private void accounts() throws InterruptedException {
        accounts.create();
        for (LabProcess process : lab.status()) {
            if (NOT_NEEDED.contains(process.process())) {
                ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroy);
            }
        }
    }

    /** Ends the detector as {@code kill -9} does. */
    public void killDetector() throws InterruptedException {
        Optional<ManagedProcess> running = ManagedProcess.find(detector);
        if (running.isPresent()) {
            running.get().kill();
        }
    }

    /** Starts the detector, where it does not run; does not wait until it is ready. */
    public void startDetector() throws InterruptedException {
        ManagedProcess.start(detector);
    }

    /**
     * Ends the detector, starts it again and waits until it is ready.
     *
     * @param further keys of its configuration beside those that it needs
     * @throws ProcessFailure when it does not become ready
     */
    public void restartDetector(Map<String, String> further) throws InterruptedException {
        stop(detector);
        detector = services.largeDetector(further);
        BackingServices.ready(detector);
    }

    /** Process id of the running detector. */
    public long detectorPid() {
        return ManagedProcess.find(detector)
                .orElseThrow(() -> new CommandFailure("the detector does not run: " + log()))
                .pid();
    }

    /** Where the detector says how it is. */
    public URI detectorUrl() {
        return URI.create("http://127.0.0.1:" + settings.port(Port.DETECTOR));
    }

    private String log() {
        return "see " + detector.log();
    }

    /** The cluster. */
    public Lab lab() {
        return lab;
    }

    /** Properties of a client of Kafka that may do what the access rules give to this one. */
    public Map<String, String> kafkaClientOf(String principal) {
        return backing.kafkaClientOf(principal);
    }

    /** Properties of a client of Kafka that reads everything. */
    public Map<String, String> kafkaClient() {
        return backing.kafkaClient();
    }

    /** Base of the registry's Confluent-compatible API. */
    public URI registryUrl() {
        return backing.registry().url();
    }

    /** Stops all of it, in whatever state it is. */
    @Override
    public void close() {
        try {
            stop(detector);
            for (ProcessSpec spec : List.copyOf(backing.specs()).reversed()) {
                stop(spec);
            }
            lab.down();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stop(ProcessSpec spec) throws InterruptedException {
        Optional<ManagedProcess> running = ManagedProcess.find(spec);
        if (running.isPresent()) {
            running.get().stop();
        }
    }

    private final class Observer implements StartPlan.Observer {
        @Override
        public void began(String step) {}

        @Override
        public void done(String step) {
            out.accept("  " + step + " is ready");
        }

        @Override
        public void failed(String step, Throwable reason) {
            out.accept("  " + step + ": " + reason.getMessage());
        }
    }
}
