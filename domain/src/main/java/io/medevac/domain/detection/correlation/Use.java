package io.medevac.domain.detection.correlation;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that failed on a GPU.
 *
 * @param names what names the GPU
 * @param pid its process; null when not told
 * @param process name of the process; null when not told
 */
record Use(Set<String> names, @Nullable Integer pid, @Nullable String process, Span span) {

    /** Whether both are of one program, by what they tell of it. */
    boolean sameProgram(Use other) {
        boolean pids = pid != null && pid.equals(other.pid);
        return pids || (process != null && process.equals(other.process));
    }

    /** What tells processes apart. */
    String run() {
        return pid == null ? String.valueOf(process) : pid.toString();
    }
}
