package io.medevac.launcher.bench;

import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** {@code medevac classify} on a large log of noise, beside grep, both on one core. */
final class ClassifySection {
    private static final long SMALL = 128L << 20;
    private static final long LARGE = 1L << 30;
    private static final int TIMES = 3;
    private static final long SEED = 5;
    private static final double GOAL = 3;

    /** Memory is constant when eight times the input needs no more than this many times as much. */
    private static final double CONSTANT = 1.1;

    private static final List<String> ONE_CORE = List.of("taskset", "-c", "0");
    private static final String WORDS = "NVRM|nvidia-nvswitch|mlx5|amdgpu|pcieport";
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Path folder;
    private final Installation installation;
    private final Consumer<String> out;

    ClassifySection(Path folder, Installation installation, Consumer<String> out) {
        this.folder = folder;
        this.installation = installation;
        this.out = out;
    }

    /**
     * One run.
     *
     * @param seconds until it ended
     * @param peakKiB most memory it was seen with
     */
    private record Run(double seconds, long peakKiB) {}

    List<Figure> measure() throws InterruptedException {
        Path small = folder.resolve("kernel-128M.log");
        Path large = folder.resolve("kernel-1G.log");
        try {
            out.accept("classify: writing a kernel log of 1 GiB …");
            new KernelLogSample(SEED).write(small, SMALL);
            KernelLogSample sample = new KernelLogSample(SEED);
            sample.write(large, LARGE);
            out.accept("classify: three times each …");
            run(classify(small)); // makes what later starts find ready
            Run grep = best(List.of("grep", "-cE", WORDS, large.toString()));
            Run classify = best(classify(large));
            Run less = best(classify(small));
            return List.of(
                    Figure.time(
                            String.format(
                                    Locale.ROOT,
                                    "classify a kernel log of 1 GiB (%,d lines, %,d of drivers) on one core",
                                    sample.written(),
                                    sample.ofDrivers()),
                            classify.seconds(),
                            "`grep -cE`",
                            grep.seconds(),
                            GOAL),
                    Figure.fact(
                            "memory of classify at 128 MiB and at 1 GiB",
                            "%d MiB, %d MiB"
                                    .formatted(less.peakKiB() >> 10, classify.peakKiB() >> 10),
                            "the same",
                            classify.peakKiB() <= less.peakKiB() * CONSTANT));
        } finally {
            delete(small);
            delete(large);
        }
    }

    private List<String> classify(Path log) {
        return List.of(
                installation.root().resolve("medevac").toString(), "classify", log.toString());
    }

    private Run best(List<String> command) throws InterruptedException {
        Run best = run(command);
        for (int i = 1; i < TIMES; i++) {
            Run next = run(command);
            best =
                    new Run(
                            Math.min(best.seconds(), next.seconds()),
                            Math.max(best.peakKiB(), next.peakKiB()));
        }
        return best;
    }

    /** Output goes into a file: grep looks no further than the first match for /dev/null. */
    private Run run(List<String> words) throws InterruptedException {
        Path output = folder.resolve("classify.out");
        List<String> command = new ArrayList<>(ONE_CORE);
        command.addAll(words);
        long begun = System.nanoTime();
        Process process = null;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectInput(new File("/dev/null"))
                            .redirectOutput(output.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            Path status = Path.of("/proc", Long.toString(process.pid()), "status");
            long peak = 0;
            while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peak(status));
                if (System.nanoTime() - begun > DEADLINE.toNanos()) {
                    throw new CommandFailure(words.getFirst() + " does not end");
                }
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            if (process.exitValue() != 0) {
                throw new CommandFailure(words.getFirst() + " failed");
            }
            return new Run(seconds, peak);
        } catch (IOException e) {
            throw new CommandFailure(words.getFirst() + " cannot be started", e);
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            delete(output);
        }
    }

    private static long peak(Path status) {
        try {
            return ProcessCpu.peakKiB(Files.readString(status));
        } catch (IOException e) {
            return 0; // it has just ended
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new CommandFailure(file + " cannot be removed: " + e.getMessage(), e);
        }
    }
}
