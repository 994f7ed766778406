package io.medevac.systemtests;

import com.fasterxml.jackson.databind.JsonNode;
import io.medevac.systemtests.LocalStack.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The training program of the examples, as a job over two nodes. */
final class Training {
    private static final Pattern JOB = Pattern.compile("Submitted batch job (\\d+)");
    private final Running stack;
    private final Path folder;
    private final String job;

    private Training(Running stack, Path folder, String job) {
        this.stack = stack;
        this.folder = folder;
        this.job = job;
    }

    /** Submits it with more steps than a test lasts. */
    static Training submit(Running stack) {
        Path folder = stack.state().resolve("work/system-test");
        try {
            Files.createDirectories(folder);
            for (String file : List.of("train.py", "train.sbatch")) {
                Files.copy(
                        stack.root.resolve("examples/training").resolve(file),
                        folder.resolve(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Matcher submitted =
                JOB.matcher(
                        stack.system(
                                "sbatch",
                                "--chdir=" + folder,
                                "--nodes=2",
                                "--ntasks-per-node=1",
                                "--gres=gpu:8",
                                "--mail-user=ada@localhost",
                                "--export=ALL,STEPS=100000",
                                folder.resolve("train.sbatch").toString()));
        if (!submitted.find()) {
            throw new AssertionError("sbatch did not tell the job");
        }
        return new Training(stack, folder, submitted.group(1));
    }

    void awaitStep(int step) {
        Path progress = folder.resolve("progress-" + job + ".json");
        Awaitility.await("training at step " + step)
                .atMost(Duration.ofMinutes(1))
                .until(() -> Files.exists(progress) && stepIn(progress) >= step);
    }

    void awaitRunning() {
        Awaitility.await("job " + job + " runs")
                .atMost(Duration.ofMinutes(2))
                .until(
                        () ->
                                stack.system("squeue", "-h", "-j", job, "-o", "%T")
                                        .strip()
                                        .equals("RUNNING"));
    }

    /** The nodes it runs on, as Slurm writes them. */
    String nodes() {
        return stack.system("squeue", "-h", "-j", job, "-o", "%N").strip();
    }

    /** How often Slurm has started it again. */
    int restarts() {
        Matcher restarts =
                Pattern.compile("Restarts=(\\d+)")
                        .matcher(stack.system("scontrol", "show", "job", job));
        return restarts.find() ? Integer.parseInt(restarts.group(1)) : -1;
    }

    /** Steps that do not follow the one before in the job's own ledger. */
    List<String> stepsTrainedTwiceOrSkipped() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("steps-" + job + ".txt"));
            return java.util.stream.IntStream.range(1, lines.size())
                    .filter(i -> step(lines.get(i)) != step(lines.get(i - 1)) + 1)
                    .mapToObj(lines::get)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int step(String line) {
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    private static int stepIn(Path progress) throws IOException {
        JsonNode json = Running.json(Files.readString(progress));
        return json.path("step").asInt();
    }
}
