package io.medevac.launcher.stack;

import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessMemory;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.StateDirectory;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.Progress.Condition;
import io.medevac.launcher.stack.Progress.Line;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops the stack of a home from the outside. Everything it needs to know lies in the
 * home, so that it also finds what a killed launcher or supervisor left behind.
 */
public final class StackControl {

    private static final Duration STOP_GRACE = Duration.ofSeconds(90);
    private static final Duration UP_WITHIN = Duration.ofMinutes(12);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final int SUPERVISOR_HEAP_MIB = 48;

    private final Home home;
    private final Installation installation;
    private final Consumer<String> out;
    private volatile boolean interrupted;

    /**
     * Control over one home.
     *
     * @param out told in a line each what happens
     */
    public StackControl(Home home, Installation installation, Consumer<String> out) {
        this.home = home;
        this.installation = installation;
        this.out = out;
    }

    /** A process of the stack, as {@code status} shows it. */
    public record Status(String process, @Nullable Long pid, boolean ready, double rssMiB) {}

    /** What runs in this home; empty when nothing does. */
    public Optional<StackSettings> running() {
        return supervisor().isPresent() ? StackSettings.read(home) : Optional.empty();
    }

    /**
     * Settings of the running stack.
     *
     * @throws CommandFailure when none runs
     */
    public StackSettings required() {
        return running()
                .orElseThrow(
                        () ->
                                new CommandFailure(
                                        unwatched()
                                                .orElse(
                                                        "nothing runs in %s: medevac up"
                                                                .formatted(home.root()))));
    }

    /** What to do about processes that lost their supervisor; empty when there are none. */
    public Optional<String> unwatched() {
        return supervisor().isPresent() || LivingProcesses.in(home).isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the supervisor of %s is gone, its processes still run: medevac up takes them over, medevac down ends them"
                                .formatted(home.root()));
    }

    /**
     * Starts the stack and returns when all is ready. An end of this process meanwhile stops what
     * was started. Processes that lost their supervisor get a new one and go on.
     *
     * @return false when it was up already
     * @throws CommandFailure when it does not come up, what was started is stopped then; or when
     *     what is asked for does not go with what is there
     */
    public boolean up(StackRequest request) throws InterruptedException {
        Optional<ManagedProcess> running = supervisor();
        boolean unwatched = unwatched().isPresent();
        StackOptions options =
                request.decide(
                        StackSettings.read(home).map(StackSettings::options),
                        running.isPresent() || unwatched,
                        home.state());
        if (running.isPresent()) {
            follow(running.get());
            return false;
        }
        if (options.policy() != null) {
            PolicyFile.check(Path.of(options.policy()), installation);
        }
        new Lab(home, installation).getParts();
        if (unwatched) {
            out.accept(
                    "a new supervisor takes over: " + String.join(", ", LivingProcesses.in(home)));
            follow(startSupervisor(() -> {}));
            return false;
        }
        startAndFollow(options);
        return true;
    }

    private void startAndFollow(StackOptions options) throws InterruptedException {
        ManagedProcess supervisor =
                startSupervisor(
                        () -> {
                            clearLeftovers();
                            StackSettings.choose(home, options);
                        });
        AtomicBoolean ready = new AtomicBoolean();
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform()
                                .unstarted(
                                        () -> {
                                            if (!ready.get() && supervisor.isAlive()) {
                                                interrupted = true;
                                                out.accept("stopping what was started …");
                                                supervisor.close();
                                            }
                                        }));
        follow(supervisor);
        ready.set(true);
    }

    private ManagedProcess startSupervisor(Preparation preparation) throws InterruptedException {
        try (FileChannel channel = lockFile();
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new CommandFailure(
                        "another command is at work in %s: wait for it (medevac status)"
                                .formatted(home.root()));
            }
            preparation.run();
            new Progress(home).begin();
            return ManagedProcess.start(supervisorSpec());
        } catch (IOException e) {
            throw new CommandFailure(
                    home.root()
                            + " cannot be written ("
                            + e.getClass().getSimpleName()
                            + "); set MEDEVAC_HOME to a folder that can",
                    e);
        }
    }

    /** What comes before the start of a supervisor. */
    private interface Preparation {
        void run() throws InterruptedException;
    }

    /**
     * Stops everything of this home, also what nobody watches any more.
     *
     * @return false when nothing ran
     */
    public boolean down() throws InterruptedException {
        Optional<ManagedProcess> supervisor = supervisor();
        supervisor.ifPresent(ManagedProcess::close);
        return clearLeftovers() || supervisor.isPresent();
    }

    /** Every process of the stack and of its cluster; all are asked at once. */
    public List<Status> status() throws InterruptedException {
        List<Status> all = new ArrayList<>();
        all.add(supervisorStatus());
        Optional<StackSettings> settings = StackSettings.read(home);
        if (settings.isEmpty()) {
            return all;
        }
        Stack stack = new Stack(home, installation, settings.get());
        List<CompletableFuture<Status>> asked;
        List<Lab.LabProcess> cluster;
        try (ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor()) {
            asked =
                    stack.specs().stream()
                            .map(spec -> CompletableFuture.supplyAsync(() -> status(spec), askers))
                            .toList();
            cluster = stack.lab().status();
        }
        asked.forEach(status -> all.add(status.join()));
        for (Lab.LabProcess process : cluster) {
            Long pid = process.pid() == 0 ? null : process.pid();
            all.add(new Status(process.process(), pid, process.ready(), process.rssMiB()));
        }
        return all;
    }

    /** Its children are processes of their own in the list, so only its own memory counts. */
    private Status supervisorStatus() {
        Status all = status(supervisorSpec());
        return all.pid() == null
                ? all
                : new Status(
                        all.process(),
                        all.pid(),
                        all.ready(),
                        mebibytes(ProcessMemory.ownResidentBytes(all.pid())));
    }

    private static Status status(ProcessSpec spec) {
        return ManagedProcess.find(spec)
                .map(
                        process ->
                                new Status(
                                        spec.name(),
                                        process.pid(),
                                        process.isReady(),
                                        mebibytes(process.residentBytes())))
                .orElseGet(() -> new Status(spec.name(), null, false, 0));
    }

    private static double mebibytes(long bytes) {
        return Math.round(bytes / 1048576.0 * 10) / 10.0;
    }

    /** Shows the progress until the stack is ready. */
    private void follow(ManagedProcess supervisor) throws InterruptedException {
        Progress progress = new Progress(home);
        long end = System.nanoTime() + UP_WITHIN.toNanos();
        int shown = 0;
        while (System.nanoTime() - end < 0) {
            List<Line> lines = progress.lines();
            for (Line line : lines.subList(shown, lines.size())) {
                if (show(line, supervisor)) {
                    return;
                }
            }
            shown = lines.size();
            if (interrupted) {
                new CountDownLatch(1).await(); // this process is ending
            }
            if (!supervisor.isAlive() && progress.lines().size() == shown) {
                throw new CommandFailure("the supervisor has ended: see " + supervisorSpec().log());
            }
            Wait.pause(LOOK_AGAIN);
        }
        supervisor.stop();
        throw new CommandFailure(
                "not up within %d minutes: see %s"
                        .formatted(UP_WITHIN.toMinutes(), home.state().resolve("logs")));
    }

    /** Returns whether that was the last one, a good one. */
    private boolean show(Line line, ManagedProcess supervisor) throws InterruptedException {
        boolean whole = line.part().equals(Progress.STACK);
        if (line.condition() == Condition.FAILED && whole) {
            supervisor.awaitEnd(STOP_GRACE);
            throw new CommandFailure(
                    "the stack could not be started: %s%nLogs: %s"
                            .formatted(line.detail(), home.state().resolve("logs")));
        }
        if (line.condition() == Condition.READY && !whole) {
            out.accept(
                    String.format(Locale.ROOT, "%7.1f s  %s", line.millis() / 1000.0, line.part()));
        }
        return line.condition() == Condition.READY && whole;
    }

    /** Returns whether there was anything. */
    private boolean clearLeftovers() throws InterruptedException {
        Optional<StackSettings> settings = StackSettings.read(home);
        if (settings.isEmpty()) {
            return false;
        }
        Stack stack = new Stack(home, installation, settings.get());
        List<String> left = LivingProcesses.in(home);
        boolean cluster = stack.lab().isRunning();
        if (!left.isEmpty() || cluster) {
            out.accept(
                    "clearing what an earlier run left: "
                            + (left.isEmpty() ? "the cluster" : String.join(", ", left)));
            stack.stop();
            return true;
        }
        return false;
    }

    private Optional<ManagedProcess> supervisor() {
        return ManagedProcess.find(supervisorSpec());
    }

    private ProcessSpec supervisorSpec() {
        List<String> command = new ArrayList<>(List.of(JavaProgram.java().toString()));
        command.addAll(JavaProgram.smallJvmWithNativeCode(SUPERVISOR_HEAP_MIB));
        command.addAll(
                List.of(
                        "-Xss512k",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-Dmedevac.root=" + installation.root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Supervisor.class.getName(),
                        home.root().toString()));
        return ProcessSpec.named(LivingProcesses.SUPERVISOR, new StateDirectory(home.state()))
                .command(command)
                .environment(Map.of("LC_ALL", "C.UTF-8"))
                .workingDirectory(installation.root())
                .stopGrace(STOP_GRACE)
                .build();
    }

    private FileChannel lockFile() throws IOException {
        Files.createDirectories(home.root());
        Path file = home.root().resolve(".lock");
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
