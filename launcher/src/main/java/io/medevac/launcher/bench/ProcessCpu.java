package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux tells of a process. */
final class ProcessCpu {
    /** Fixed in Linux for what /proc shows (USER_HZ). */
    private static final double TICKS_PER_SECOND = 100;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";

    private ProcessCpu() {}

    /**
     * Processor time it has used, in seconds.
     *
     * @throws CommandFailure when it does not run
     */
    static double seconds(long pid) {
        String stat = read(pid, "stat");
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM])) / TICKS_PER_SECOND;
    }

    /** Most memory it ever had, in KiB, as its status tells; 0 when the status does not. */
    static long peakKiB(String status) {
        return kiB(status, PEAK);
    }

    /**
     * Memory it has now, in KiB.
     *
     * @throws CommandFailure when it does not run
     */
    static long residentKiB(long pid) {
        return kiB(read(pid, "status"), RESIDENT);
    }

    private static long kiB(String status, String of) {
        return status.lines()
                .filter(line -> line.startsWith(of))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .filter(digits -> !digits.isEmpty())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(0);
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file));
        } catch (IOException e) {
            throw new CommandFailure("process %d is gone".formatted(pid), e);
        }
    }
}
