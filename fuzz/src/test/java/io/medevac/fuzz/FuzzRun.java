package io.medevac.fuzz;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One parser under the fuzzer, in a process of its own. A broken rule, an exception, an input that
 * takes seconds and one that takes hundreds of megabytes all end it with another code than 0.
 *
 * @param target which parser
 * @param exitCode 0: nothing was found
 * @param inputs how many were tried
 * @param seconds how long it took
 * @param output what the fuzzer said at last: the input that broke it, also in Base64
 */
record FuzzRun(Target target, int exitCode, long inputs, long seconds, String output) {
    private static final int SECONDS_FOR_AN_INPUT = 60;
    private static final int SLACK_SECONDS = 300;
    private static final int SHOWN = 6000;
    private static final String REGEXES = "com.code_intelligence.jazzer.sanitizers.RegexRoadblocks";
    private static final String COMPARES = "com.code_intelligence.jazzer.runtime.TraceCmpHooks";
    private static final Pattern OF_PARSERS =
            Pattern.compile("/(?:jazzer|jackson|snakeyaml)[^/]*$");
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

    /**
     * How much.
     *
     * @param inputs at least so many; 0: as many as fit into the time
     * @param seconds the time where no number of inputs is given
     * @param seed of the fuzzer's chance
     */
    record Amount(long inputs, int seconds, long seed) {

        private String limit() {
            return inputs > 0 ? "-runs=" + inputs : "-max_total_time=" + seconds;
        }

        private long deadlineSeconds() {
            return SLACK_SECONDS + (inputs > 0 ? inputs / 200 : seconds);
        }
    }

    /** Runs it to its end. */
    static FuzzRun of(Target target, Amount amount, Path folder) {
        Path home = folder.resolve(target.name());
        try {
            Path seeds = target.seeds().into(home.resolve("seeds"));
            Path found = Files.createDirectories(home.resolve("found"));
            Path dictionary = Files.writeString(home.resolve("words"), target.seeds().dictionary());
            Path log = home.resolve("log");
            List<String> command =
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-Xmx256m",
                            "-XX:+UseSerialGC",
                            "-XX:+EnableDynamicAgentLoading",
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            classPath(),
                            "com.code_intelligence.jazzer.Jazzer",
                            "--target_class=" + target.fuzz().getName(),
                            "--instrumentation_includes=io.medevac.**",
                            "--custom_hook_includes=io.medevac.**",
                            // The seeds' words say what tracing compares would, a hundred times
                            // faster.
                            "--trace=cov",
                            "--disabled_hooks=" + REGEXES + ":" + COMPARES,
                            "--reproducer_path=" + home,
                            "-artifact_prefix=" + home + "/",
                            "-dict=" + dictionary,
                            "-max_len=" + target.longest(),
                            "-timeout=" + SECONDS_FOR_AN_INPUT,
                            "-rss_limit_mb=2048",
                            "-seed=" + amount.seed(),
                            amount.limit(),
                            found.toString(),
                            seeds.toString());
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            boolean ended = process.waitFor(amount.deadlineSeconds(), TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            return of(target, ended ? process.exitValue() : -1, Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static FuzzRun of(Target target, int exitCode, String log) {
        Matcher done = DONE.matcher(log);
        boolean complete = done.find();
        return new FuzzRun(
                target,
                exitCode,
                complete ? Long.parseLong(done.group(1)) : 0,
                complete ? Long.parseLong(done.group(2)) : 0,
                log.substring(Math.max(0, log.length() - SHOWN)));
    }

    /**
     * The part of this test's that parsers need, for Jazzer looks through all of it at each start.
     * Surefire hides its own in a manifest.
     */
    private static String classPath() {
        String all =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(all.split(File.pathSeparator))
                .filter(entry -> entry.contains("/target/") || OF_PARSERS.matcher(entry).find())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
