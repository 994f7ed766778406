package io.medevac.backing.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A running child process. It has a session of its own, no input, and outlives the one who started
 * it; whoever knows its {@link ProcessSpec} finds it again by the pid file.
 */
public final class ManagedProcess implements AutoCloseable {

    private static final long LOG_KEPT_BYTES = 16L << 20;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    /**
     * The process tells who it is before its program starts: then even a caller killed at this
     * moment leaves a trace.
     */
    private static final String INTRODUCTION =
            """
            pidFile=$1; shift
            read -r boot < /proc/sys/kernel/random/boot_id
            read -r stat < /proc/$$/stat
            set -f
            i=0
            for word in $stat; do i=$((i + 1)); [ $i -eq 22 ] && break; done
            printf '%s %s %s\\n' $$ "$word" "$boot" > "$pidFile.new" && mv -f "$pidFile.new" "$pidFile" || exit 126
            exec "$@"
            """;

    /**
     * Variable in the environment of the process and all its children, by which they are told from
     * others.
     */
    private static final String MARK = "MEDEVAC_PID_FILE";

    private final ProcessSpec spec;
    private final ProcessIdentity identity;

    private ManagedProcess(ProcessSpec spec, ProcessIdentity identity) {
        this.spec = spec;
        this.identity = identity;
    }

    /**
     * Starts the process, or returns the one that already runs. Does not wait until it is ready.
     *
     * @throws ProcessFailure when the preparation or the start fails
     */
    public static ManagedProcess start(ProcessSpec spec) throws InterruptedException {
        Optional<ManagedProcess> running = find(spec);
        if (running.isPresent()) {
            return running.get();
        }
        try {
            spec.preparation().run();
            return spawn(spec);
        } catch (IOException e) {
            throw new ProcessFailure(
                    "%s cannot be started: %s".formatted(spec.name(), e.getMessage()), e);
        }
    }

    /** The process that an earlier start left running; empty when it has ended. */
    public static Optional<ManagedProcess> find(ProcessSpec spec) {
        return ProcessIdentity.read(spec.pidFile())
                .filter(ProcessIdentity::isAlive)
                .map(identity -> new ManagedProcess(spec, identity));
    }

    private static ManagedProcess spawn(ProcessSpec spec) throws IOException {
        Files.createDirectories(spec.log().getParent());
        Files.createDirectories(spec.pidFile().getParent());
        Files.createDirectories(spec.workingDirectory());
        Files.deleteIfExists(spec.pidFile());
        setAsideLongLog(spec.log());
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "setsid",
                                "sh",
                                "-c",
                                INTRODUCTION,
                                "sh",
                                spec.pidFile().toString()));
        command.addAll(spec.command());
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(spec.workingDirectory().toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(spec.log().toFile()));
        builder.environment().putAll(spec.environment());
        builder.environment().put(MARK, spec.pidFile().toString());
        long pid = builder.start().pid();
        ProcessIdentity identity =
                ProcessIdentity.of(pid)
                        .or(() -> ProcessIdentity.read(spec.pidFile())) // it was quick to end
                        .orElseThrow(
                                () ->
                                        new ProcessFailure(
                                                spec.name()
                                                        + " ended at once; "
                                                        + lastLines(spec.log())));
        return new ManagedProcess(spec, identity);
    }

    private static void setAsideLongLog(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_KEPT_BYTES) {
            Files.move(
                    log,
                    log.resolveSibling(log.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** What it was started from. */
    public ProcessSpec spec() {
        return spec;
    }

    /** Process id; stays that of the program for its whole life. */
    public long pid() {
        return identity.pid();
    }

    /** Whether it still runs; a zombie does not. */
    public boolean isAlive() {
        return identity.isAlive();
    }

    /** Whether it runs and does its work at this moment. */
    public boolean isReady() {
        try {
            return isAlive() && spec.readiness().isReady();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits until it is ready.
     *
     * @throws ProcessFailure when it dies before, or is not ready within the deadline (then it is
     *     left running)
     */
    public ManagedProcess awaitReady(Duration deadline) throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        while (!isReady()) {
            if (!isAlive()) {
                throw new ProcessFailure(
                        spec.name() + " ended before it was ready; " + lastLines(spec.log()));
            }
            if (System.nanoTime() - end > 0) {
                throw new ProcessFailure(
                        "%s is not ready after %d s; %s"
                                .formatted(
                                        spec.name(), deadline.toSeconds(), lastLines(spec.log())));
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return this;
    }

    /**
     * Waits until it has ended by itself.
     *
     * @return whether it has
     */
    public boolean awaitEnd(Duration deadline) throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        while (isAlive()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return true;
    }

    /**
     * Asks it to end, kills it with all it started after the grace, and returns when nothing of it
     * is left.
     */
    public void stop() throws InterruptedException {
        if (isAlive()) {
            ProcessSignals.send(spec.stopSignal(), identity.pid());
            awaitEnd(spec.stopGrace());
        }
        kill();
    }

    /**
     * Kills it and whatever it started within its process group, as a crash would; returns when it
     * is gone.
     */
    public void kill() throws InterruptedException {
        killGroup();
        awaitEnd(Duration.ofSeconds(10));
    }

    /** Ends it like {@link #stop()}; when interrupted meanwhile, it is killed without grace. */
    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            killGroup();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Resident memory of it and its children in bytes, memory that they share counted once; 0 when
     * it has ended.
     */
    public long residentBytes() {
        return isAlive() ? ProcessMemory.residentBytes(identity.pid()) : 0;
    }

    /**
     * Only a group with a process of ours in it: when all have ended, its number may belong to
     * others.
     */
    private void killGroup() {
        String mark = MARK + "=" + spec.pidFile();
        if (isAlive() || ProcessSignals.hasMarkedMember(identity.pid(), mark)) {
            ProcessSignals.sendToGroup("KILL", identity.pid());
        }
    }

    private static String lastLines(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return "last lines of %s:%n%s"
                    .formatted(
                            log,
                            String.join(
                                    "\n",
                                    lines.subList(Math.max(0, lines.size() - 15), lines.size())));
        } catch (IOException e) {
            return "its log " + log + " cannot be read";
        }
    }
}
