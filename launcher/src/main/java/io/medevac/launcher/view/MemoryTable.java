package io.medevac.launcher.view;

import io.medevac.launcher.stack.StackControl.Status;
import java.util.List;
import java.util.Locale;

/** Processes with their memory, and the sum. */
public final class MemoryTable {

    private MemoryTable() {}

    /** One line a process, the sum last. */
    public static List<String> of(List<Status> processes) {
        TextTable table = new TextTable().row("process", "pid", "state", "memory");
        for (Status status : processes) {
            table.row(
                    status.process(),
                    status.pid() == null ? "" : status.pid().toString(),
                    state(status),
                    status.pid() == null ? "" : mebibytes(status.rssMiB()));
        }
        return table.row("total", "", "", mebibytes(total(processes))).lines();
    }

    /** Resident memory of all in MiB. */
    public static double total(List<Status> processes) {
        return processes.stream().mapToDouble(Status::rssMiB).sum();
    }

    private static String state(Status status) {
        if (status.pid() == null) {
            return "stopped";
        }
        return status.ready() ? "ready" : "not ready";
    }

    private static String mebibytes(double value) {
        return String.format(Locale.ROOT, "%.1f MiB", value);
    }
}
