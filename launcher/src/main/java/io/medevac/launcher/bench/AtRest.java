package io.medevac.launcher.bench;

import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.StackControl.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a process uses while nothing happens.
 *
 * @param process its name
 * @param rssMiB resident memory in MiB
 * @param cpuPercent of one core
 */
record AtRest(String process, double rssMiB, double cpuPercent) {
    private static final Duration WATCHED = Duration.ofSeconds(20);

    /** Fixed in Linux for what /proc shows (USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;

    /** Watches for 20 s. */
    static List<AtRest> watch(List<Status> processes) throws InterruptedException {
        Map<String, Long> before = new HashMap<>();
        for (Status each : processes) {
            before.put(each.process(), ticks(each.pid()));
        }
        Wait.pause(WATCHED);
        List<AtRest> seen = new ArrayList<>();
        for (Status each : processes) {
            double seconds = (ticks(each.pid()) - before.get(each.process())) / TICKS_PER_SECOND;
            seen.add(
                    new AtRest(each.process(), each.rssMiB(), 100 * seconds / WATCHED.toSeconds()));
        }
        return seen;
    }

    private static long ticks(@Nullable Long pid) {
        if (pid == null) {
            return 0;
        }
        try {
            String stat = Files.readString(Path.of("/proc", pid.toString(), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        } catch (IOException e) {
            return 0; // it has ended
        }
    }
}
