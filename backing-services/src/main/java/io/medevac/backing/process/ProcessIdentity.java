package io.medevac.backing.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process of one boot of this machine. A pid alone is not enough: after a crash or a reboot the
 * number may belong to somebody else, whom we must never signal.
 *
 * @param pid process id
 * @param startTicks start of the process in clock ticks since boot, field 22 of /proc/PID/stat
 * @param bootId /proc/sys/kernel/random/boot_id at that time
 */
record ProcessIdentity(long pid, long startTicks, String bootId) {

    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int START_TICKS = 19;

    /** The process that has this pid now; empty when there is none or only a zombie is left. */
    static Optional<ProcessIdentity> of(long pid) {
        return stat(pid)
                .filter(ProcessIdentity::isRunning)
                .map(
                        stat ->
                                new ProcessIdentity(
                                        pid, Long.parseLong(stat[START_TICKS]), currentBootId()));
    }

    /**
     * Reads what {@link ManagedProcess} had the process write about itself. An unreadable or half
     * written file is no identity: then nothing is signalled.
     */
    static Optional<ProcessIdentity> read(Path pidFile) {
        try {
            String[] words = Files.readString(pidFile).strip().split(" ", -1);
            return words.length == 3
                    ? Optional.of(
                            new ProcessIdentity(
                                    Long.parseLong(words[0]), Long.parseLong(words[1]), words[2]))
                    : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** Pid of the parent of a process, 0 when it is gone. */
    static long parentOf(long pid) {
        return stat(pid).map(stat -> Long.parseLong(stat[PARENT])).orElse(0L);
    }

    /** Process group of a running process, 0 when it is gone. */
    static long groupOf(long pid) {
        return stat(pid)
                .filter(ProcessIdentity::isRunning)
                .map(stat -> Long.parseLong(stat[GROUP]))
                .orElse(0L);
    }

    private static boolean isRunning(String[] stat) {
        return !stat[STATE].equals("Z") && !stat[STATE].equals("X");
    }

    /**
     * Fields of /proc/PID/stat from the third on: the second, the command, may hold blanks and
     * brackets.
     */
    private static Optional<String[]> stat(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Optional.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String currentBootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
