package io.medevac.backing.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Signals that the JDK cannot send: any signal, and to a process group. */
final class ProcessSignals {

    private ProcessSignals() {}

    static void send(String signal, long pid) {
        kill(signal, Long.toString(pid));
    }

    static void sendToGroup(String signal, long group) {
        kill(signal, "-" + group);
    }

    /** Whether a process of this group is left that has this entry in its environment. */
    static boolean hasMarkedMember(long group, String entry) {
        return pids().stream()
                .anyMatch(
                        pid ->
                                ProcessIdentity.groupOf(pid) == group
                                        && environmentOf(pid).contains(entry));
    }

    private static List<String> environmentOf(long pid) {
        try {
            Path environment = Path.of("/proc", Long.toString(pid), "environ");
            String entries = new String(Files.readAllBytes(environment), StandardCharsets.UTF_8);
            return Arrays.asList(entries.split("\0", -1));
        } catch (IOException e) {
            return List.of(); // it has just ended, or belongs to somebody else
        }
    }

    /** All process ids of this machine that we may see. */
    static List<Long> pids() {
        List<Long> pids = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
            entries.forEach(entry -> pids.add(Long.parseLong(entry.getFileName().toString())));
        } catch (IOException e) {
            throw new ProcessFailure("/proc cannot be read: " + e.getMessage(), e);
        }
        return pids;
    }

    private static void kill(String signal, String target) {
        try {
            // A target that has just ended is no error, hence no look at the exit code.
            new ProcessBuilder("sh", "-c", "kill -s \"$1\" -- \"$2\"", "sh", signal, target)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new ProcessFailure(
                    "signal %s cannot be sent: %s".formatted(signal, e.getMessage()), e);
        }
    }
}
