package io.medevac.launcher.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of the training program, submitted with sbatch from a folder of its own that all nodes
 * share.
 */
final class TrainingRun {

    /** Steps of a run. */
    static final int STEPS = 1000;

    /** Where the owner of the job reads mail. */
    static final String OWNER = "alice@localhost";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final long job;

    private TrainingRun(Path folder, long job) {
        this.folder = folder;
        this.job = job;
    }

    /**
     * Submits the run as a gang of two nodes with all their GPUs.
     *
     * @param program folder with train.py and train.sbatch
     * @param folder where it runs; made
     * @param pace settings that change how long it takes, never what it computes
     */
    static TrainingRun submit(
            Slurm slurm, Path program, Path folder, int gpus, Map<String, String> pace)
            throws InterruptedException {
        try {
            Files.createDirectories(folder);
            for (String file : List.of("train.py", "train.sbatch")) {
                Files.copy(
                        program.resolve(file),
                        folder.resolve(file),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new CommandFailure("the training program cannot be copied: " + e.getMessage(), e);
        }
        Map<String, String> settings = new LinkedHashMap<>(pace);
        settings.put("STEPS", Integer.toString(STEPS));
        long job =
                slurm.submit(
                        List.of(
                                "--chdir=" + folder,
                                "--nodes=2",
                                "--ntasks-per-node=1",
                                "--gres=gpu:" + gpus,
                                "--mail-user=" + OWNER,
                                folder.resolve("train.sbatch").toString()),
                        settings);
        return new TrainingRun(folder, job);
    }

    /** Slurm's number of the job. */
    long job() {
        return job;
    }

    /** The folder with all it writes. */
    Path folder() {
        return folder;
    }

    /** The step it has reached; 0 before the first report. */
    int step() {
        Path progress = folder.resolve("progress-%d.json".formatted(job));
        try {
            return Files.exists(progress)
                    ? JSON.readTree(progress.toFile()).path("step").asInt()
                    : 0;
        } catch (IOException e) {
            throw new CommandFailure(progress + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Final weights and loss, one character a byte; empty when it has none. */
    String result() {
        Path result = folder.resolve("result-%d.json".formatted(job));
        try {
            return Files.exists(result)
                    ? Files.readString(result, StandardCharsets.ISO_8859_1)
                    : "";
        } catch (IOException e) {
            throw new CommandFailure(result + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The final loss, as the result tells it. */
    double loss() {
        try {
            return JSON.readTree(result()).path("loss").asDouble();
        } catch (IOException e) {
            throw new CommandFailure("the result of job %d is no JSON".formatted(job), e);
        }
    }

    /** Which step was trained in which run of the job, in the order it happened. */
    List<LedgerLine> ledger() {
        Path ledger = folder.resolve("steps-%d.txt".formatted(job));
        List<LedgerLine> lines = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(ledger, StandardCharsets.UTF_8)) {
                String[] words = line.split(" ", -1);
                lines.add(new LedgerLine(Integer.parseInt(words[0]), Integer.parseInt(words[1])));
            }
            return lines;
        } catch (IOException e) {
            throw new CommandFailure(ledger + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * A trained step.
     *
     * @param restart Slurm's restart count of the run that trained it
     */
    record LedgerLine(int step, int restart) {}
}
