package io.medevac.launcher.bench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One incident.
 *
 * @param fault from the written kernel line until its GpuFault was read from the topic
 * @param decided from the line until what was decided could be seen from the outside: the cordon in
 *     Kubernetes, or, where nothing is done, the event that says so
 * @param slurm from NodeQuarantined until the Slurm node was seen drained
 * @param ours our own share of all of it
 */
record Measured(
        Duration fault, Duration decided, Optional<Duration> slurm, Optional<Duration> ours) {

    static Percentiles faults(List<Measured> all) {
        return new Percentiles(all.stream().map(Measured::fault).toList());
    }

    static Percentiles decisions(List<Measured> all) {
        return new Percentiles(all.stream().map(Measured::decided).toList());
    }

    static Percentiles drains(List<Measured> all) {
        return new Percentiles(
                all.stream().map(Measured::slurm).flatMap(Optional::stream).toList());
    }

    static Percentiles shares(List<Measured> all) {
        return new Percentiles(all.stream().map(Measured::ours).flatMap(Optional::stream).toList());
    }
}
