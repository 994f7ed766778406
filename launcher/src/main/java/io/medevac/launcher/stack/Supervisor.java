package io.medevac.launcher.stack;

import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessFailure;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.Progress.Condition;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The process that stays: starts the stack, starts again what dies, stops everything when it is
 * told to end (SIGTERM). Its standard output is {@code logs/supervisor.log}.
 */
public final class Supervisor implements StartPlan.Observer {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
    private static final Duration LOOK_AT_CLUSTER = Duration.ofSeconds(5);

    private final Stack stack;
    private final StackSettings settings;
    private final Progress progress;
    private final Instant begun = Instant.now();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    private Supervisor(Home home, Installation installation, StackSettings settings) {
        this.stack = new Stack(home, installation, settings);
        this.settings = settings;
        this.progress = new Progress(home);
    }

    /**
     * Runs until it is told to end.
     *
     * @param arguments the home
     */
    public static void main(String[] arguments) throws InterruptedException {
        Home home = new Home(Path.of(arguments[0]));
        StackSettings settings =
                StackSettings.read(home)
                        .orElseThrow(() -> new CommandFailure("no settings in " + home.state()));
        new Supervisor(home, Installation.current(), settings).run();
    }

    private void run() throws InterruptedException {
        progress.begin();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::end));
        try {
            stack.start(new StartPlan(this, executor));
        } catch (Exception e) {
            if (!ending.get()) {
                log("the stack could not be started: " + e.getMessage());
                tell(Progress.STACK, Condition.FAILED, e.getMessage());
            }
            System.exit(1);
        }
        log("all is ready");
        tell(Progress.STACK, Condition.READY, "");
        for (ProcessSpec spec : stack.specs()) {
            Thread.ofVirtual().start(new Watch(spec, ending::get, Supervisor::log)::run);
        }
        watchCluster();
    }

    private void end() {
        ending.set(true);
        log("stopping everything");
        executor.shutdownNow();
        try {
            executor.awaitTermination(5, TimeUnit.SECONDS);
            stack.stop();
            log("all is stopped");
        } catch (CommandFailure | ProcessFailure | InterruptedException e) {
            log("not everything could be stopped: " + e.getMessage());
        }
    }

    /** The control plane only: a machine that lost its power stays off until somebody boots it. */
    private void watchCluster() throws InterruptedException {
        ClusterWatch watch = new ClusterWatch(stack.lab(), settings.options(), Supervisor::log);
        while (!ending.get()) {
            Wait.pause(LOOK_AT_CLUSTER);
            watch.look();
        }
        Wait.pause(Duration.ofDays(1));
    }

    @Override
    public void began(String step) {
        log("starting " + step);
        tell(step, Condition.STARTING, "");
    }

    @Override
    public void done(String step) {
        log(step + " is ready");
        tell(step, Condition.READY, "");
    }

    @Override
    public void failed(String step, Throwable reason) {
        if (!ending.get() && !(reason instanceof InterruptedException)) {
            log(step + " failed: " + reason.getMessage());
            tell(step, Condition.FAILED, String.valueOf(reason.getMessage()));
        }
    }

    private void tell(String part, Condition condition, String detail) {
        progress.tell(
                new Progress.Line(
                        part,
                        condition,
                        detail,
                        Duration.between(begun, Instant.now()).toMillis()));
    }

    private static synchronized void log(String text) {
        System.out.printf("%s %s%n", Instant.now(), text);
    }

    /**
     * Starts one process again whenever it has died, or says that it is not alive; waits longer
     * when it dies again at once.
     */
    private record Watch(
            ProcessSpec spec,
            java.util.function.BooleanSupplier ending,
            java.util.function.Consumer<String> log) {

        void run() {
            Backoff backoff = new Backoff();
            LifeSigns signs = new LifeSigns(spec.liveness());
            try {
                while (!ending.getAsBoolean()) {
                    Wait.pause(LOOK_AGAIN);
                    if (ending.getAsBoolean()) {
                        return;
                    }
                    Optional<ManagedProcess> running = ManagedProcess.find(spec);
                    if (running.isEmpty()) {
                        restart(backoff.next(Instant.now()));
                        signs = new LifeSigns(spec.liveness());
                    } else if (signs.areGone(Instant.now())) {
                        log.accept(spec.name() + " says that it is not alive; ending it");
                        running.get().stop();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void restart(Duration wait) throws InterruptedException {
            log.accept(
                    "%s died; starting it again in %.1f s"
                            .formatted(spec.name(), wait.toMillis() / 1000.0));
            Wait.pause(wait);
            if (ending.getAsBoolean()) {
                return;
            }
            try {
                ManagedProcess.start(spec).awaitReady(Duration.ofMinutes(4));
                log.accept(spec.name() + " is ready again");
            } catch (ProcessFailure e) {
                log.accept(e.getMessage());
            }
        }
    }
}
