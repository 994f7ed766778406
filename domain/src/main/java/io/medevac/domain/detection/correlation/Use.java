package io.medevac.domain.detection.correlation;

import io.medevac.domain.detection.FaultCatalogue;
import io.medevac.domain.detection.Finding;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
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

    /** The program that a finding tells of; null when it tells of none. */
    static @Nullable Use of(Finding finding, Set<String> names, Span span) {
        Fault fault = finding.fault();
        return fault.kind().equals(FaultCatalogue.XID)
                        && fault.scope() == FaultScope.APPLICATION
                        && (finding.pid() != null || finding.process() != null)
                ? new Use(names, finding.pid(), finding.process(), span)
                : null;
    }

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
