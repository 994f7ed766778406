package io.medevac.backing.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Processes that a crash left behind and that no pid file tells of. */
public final class Leftovers {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private Leftovers() {}

    /**
     * Kills every process whose working directory is this folder, and returns when they are gone.
     * Only for a folder that one program alone works in, and while that program must not run.
     *
     * @throws ProcessFailure when one is still there after the deadline
     */
    public static void killIn(Path folder, Duration deadline) throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        for (List<Long> left = workingIn(folder); !left.isEmpty(); left = workingIn(folder)) {
            if (System.nanoTime() - end > 0) {
                throw new ProcessFailure(
                        "processes %s cannot be ended, they work in %s".formatted(left, folder));
            }
            left.forEach(pid -> ProcessSignals.send("KILL", pid));
            Thread.sleep(LOOK_AGAIN);
        }
    }

    private static List<Long> workingIn(Path folder) {
        return ProcessSignals.pids().stream().filter(pid -> worksIn(pid, folder)).toList();
    }

    private static boolean worksIn(long pid, Path folder) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"))
                    .equals(folder);
        } catch (IOException e) {
            return false; // it has just ended, or belongs to somebody else
        }
    }
}
