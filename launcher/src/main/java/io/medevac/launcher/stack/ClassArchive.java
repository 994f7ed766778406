package io.medevac.launcher.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The loaded classes of a service, kept from one start to the next (docs/adr/021). */
final class ClassArchive {
    private static final String AGENT = "-javaagent:";

    private ClassArchive() {}

    /**
     * JVM options that use the archive, and write it at the end of the run where it is missing or
     * belongs to another build. None with a Java agent: a JVM that is to write an archive then ends
     * at once.
     *
     * @param environment of the JVM
     */
    static List<String> options(Path archive, Map<String, String> environment) {
        boolean agent =
                Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
                        .map(name -> environment.getOrDefault(name, ""))
                        .anyMatch(options -> options.contains(AGENT));
        return agent
                ? List.of()
                : List.of(
                        "-XX:+AutoCreateSharedArchive",
                        "-XX:SharedArchiveFile=" + archive,
                        "-XX:+VerifySharedSpaces", // a torn file would end the JVM at each start
                        "-Xlog:cds=error"); // it names each class that cannot be kept
    }
}
