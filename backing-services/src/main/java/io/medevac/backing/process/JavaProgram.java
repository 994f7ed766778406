package io.medevac.backing.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of Java programs that run in a JVM of their own, on the same JDK as this one. */
public final class JavaProgram {

    private static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Small and quick to start: these processes serve one machine, not a data centre. */
    private static final List<String> SMALL =
            List.of(
                    "-XX:+UseSerialGC",
                    QUICK_COMPILER,
                    "-XX:-UsePerfData",
                    "-XX:+ExitOnOutOfMemoryError");

    /**
     * From this JDK on, each library that uses Unsafe or native code would put lines into the log.
     */
    private static final int FIRST_TO_WARN = 24;

    private JavaProgram() {}

    /** Path of the java command that runs this program. */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** JVM options that keep a helper process small. */
    public static List<String> smallJvm(int heapMiB) {
        List<String> options = new ArrayList<>(SMALL);
        options.add("-Xmx" + heapMiB + "m");
        if (Runtime.version().feature() >= FIRST_TO_WARN) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    /** The same for a program whose manifest does not allow its libraries native code. */
    public static List<String> smallJvmWithNativeCode(int heapMiB) {
        List<String> options = new ArrayList<>(smallJvm(heapMiB));
        if (Runtime.version().feature() >= FIRST_TO_WARN) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        return options;
    }

    /**
     * Command of a main class of this module. Its class path holds broker and connector, which
     * never enter the class path of the caller.
     */
    public static List<String> ofMain(String mainClass, int heapMiB, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(java().toString()));
        command.addAll(smallJvmWithNativeCode(heapMiB));
        command.addAll(
                List.of(
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-Dorg.slf4j.simpleLogger.log.io.medevac=info",
                        "-Dorg.slf4j.simpleLogger.showDateTime=true",
                        "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
                        "-cp",
                        ownClasses() + ":" + childClassPath(),
                        mainClass));
        command.addAll(arguments);
        return command;
    }

    /** The same command for a process that has much to do: with the compiler for that. */
    public static List<String> busy(List<String> command) {
        return command.stream().filter(word -> !word.equals(QUICK_COMPILER)).toList();
    }

    private static Path ownClasses() {
        try {
            return Path.of(
                    JavaProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new ProcessFailure("the place of our own classes is no path", e);
        }
    }

    private static String childClassPath() {
        try (InputStream in = JavaProgram.class.getResourceAsStream("child.classpath")) {
            if (in == null) {
                throw new ProcessFailure(
                        "child.classpath is missing: build the module backing-services with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new ProcessFailure("child.classpath cannot be read", e);
        }
    }
}
