package io.medevac.domain.detection;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether the kernel spoke, by what a shipper tells of it beside the text. Everything that tells
 * must say the kernel, for every user can write to the system log and to the output of a container,
 * and can choose the tag there.
 */
public final class Speaker {
    private static final String KERNEL = "kernel";

    /** The journal's transport, as it is and as shippers rewrite its name. */
    private static final List<String> TRANSPORTS =
            List.of("_TRANSPORT", "TRANSPORT", "_transport", "transport");

    /** Syslog facility by number or name: journal, rsyslog, Vector, Elastic Common Schema. */
    private static final List<String> FACILITIES =
            List.of(
                    "SYSLOG_FACILITY",
                    "syslog_facility",
                    "facility",
                    "syslogfacility",
                    "syslogfacility-text",
                    "log.syslog.facility.code",
                    "log.syslog.facility.name");

    private static final Set<String> KERNEL_FACILITIES = Set.of("0", "kern", KERNEL);

    /** Syslog priority with the facility in it. */
    private static final List<String> PRIORITIES = List.of("pri", "PRI", "syslogpri");

    private static final Pattern KERNEL_PRIORITY = Pattern.compile("<?[0-7]>?");

    /** Name of the program: journal, rsyslog, Vector, Fluent Bit's syslog parsers, syslog-ng. */
    private static final List<String> PROGRAMS =
            List.of(
                    "SYSLOG_IDENTIFIER",
                    "syslog_identifier",
                    "syslogtag",
                    "programname",
                    "app-name",
                    "appname",
                    "app_name",
                    "ident",
                    "program",
                    "PROGRAM",
                    "process.name");

    private static final Pattern KERNEL_PROGRAM = Pattern.compile("kernel(?:\\[0\\])?:?");

    /** By which rsyslog input it came: this one is the socket that every user writes to. */
    private static final List<String> INPUTS = List.of("inputname");

    private static final String SOCKET_OF_USERS = "imuxsock";

    /** What only a process has: the journal's fields about it, a container's output. */
    private static final List<String> OF_A_PROCESS =
            List.of(
                    "_PID",
                    "_UID",
                    "_COMM",
                    "_EXE",
                    "_SYSTEMD_UNIT",
                    "_pid",
                    "_uid",
                    "_comm",
                    "_exe",
                    "_systemd_unit",
                    "UID",
                    "COMM",
                    "EXE",
                    "SYSTEMD_UNIT",
                    "stream",
                    "unit",
                    "pod",
                    "pod_name",
                    "container",
                    "container_id",
                    "container_name",
                    "container.id",
                    "container.name",
                    "kubernetes.pod_name",
                    "kubernetes.pod.name",
                    "kubernetes.container_name");

    /** From which file a shipper read: those of containers are written by their programs. */
    private static final List<String> FILES =
            List.of("file", "path", "filename", "filepath", "log.file.path");

    private static final Pattern OF_A_CONTAINER =
            Pattern.compile(".*/(?:containers|pods|docker)/.*");

    /** From what a shipper read: Vector, Filebeat. */
    private static final List<String> KINDS_OF_INPUT = List.of("source_type", "input.type");

    private static final Set<String> CONTAINERS =
            Set.of("docker", "docker_logs", "kubernetes_logs", "container");

    private Speaker() {}

    /**
     * Whether nothing says that somebody else than the kernel spoke.
     *
     * @param record all values of a record's member, by its name; members of inner objects by their
     *     path ({@code kubernetes.pod_name})
     */
    public static boolean isKernel(Function<String, Stream<String>> record) {
        return all(record, TRANSPORTS, KERNEL::equals)
                && all(record, FACILITIES, KERNEL_FACILITIES::contains)
                && all(record, PRIORITIES, said -> KERNEL_PRIORITY.matcher(said).matches())
                && all(record, PROGRAMS, said -> KERNEL_PROGRAM.matcher(said).matches())
                && all(record, INPUTS, said -> !SOCKET_OF_USERS.equals(said))
                && all(record, KINDS_OF_INPUT, said -> !CONTAINERS.contains(said))
                && all(record, FILES, said -> !OF_A_CONTAINER.matcher(said).matches())
                && OF_A_PROCESS.stream().flatMap(record).findFirst().isEmpty();
    }

    private static boolean all(
            Function<String, Stream<String>> record, List<String> names, Predicate<String> kernel) {
        return names.stream()
                .flatMap(record)
                .map(said -> said.strip().toLowerCase(Locale.ROOT))
                .filter(said -> !said.isEmpty())
                .allMatch(kernel);
    }
}
