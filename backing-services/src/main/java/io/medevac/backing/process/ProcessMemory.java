package io.medevac.backing.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Reads what a process and its children hold in memory. */
public final class ProcessMemory {

    private ProcessMemory() {}

    /**
     * All of the process, and of its children what they do not share with it (anonymous memory).
     */
    static long residentBytes(long root) {
        long sum = statusBytes(root, "VmRSS:");
        List<Long> pids = ProcessSignals.pids();
        Deque<Long> parents = new ArrayDeque<>(List.of(root));
        while (!parents.isEmpty()) {
            long parent = parents.pop();
            for (long pid : pids) {
                if (ProcessIdentity.parentOf(pid) == parent) {
                    sum += statusBytes(pid, "RssAnon:");
                    parents.push(pid);
                }
            }
        }
        return sum;
    }

    /** Of one process alone, without its children; 0 when it has ended. */
    public static long ownResidentBytes(long pid) {
        return statusBytes(pid, "VmRSS:");
    }

    private static long statusBytes(long pid, String field) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith(field))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .sum();
        } catch (IOException e) {
            return 0; // it has just ended
        }
    }
}
