package io.medevac.slurmbridge.adapter.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.Progress;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Progress files as jobs write them, and as they should not. */
class ProgressFileIT {
    private static final String GOOD =
            "{\"step\": 414, \"restart\": 1, \"checkpoint\": {\"step\": 412, \"at\":"
                    + " \"2026-01-01T00:00:01.5Z\"}, \"at\": \"2026-01-01T00:00:02Z\"}";

    @TempDir Path work;
    private final ProgressFile file = new ProgressFile("{work_dir}/progress-{job_id}.json");

    private SlurmJob job(String name) {
        return new SlurmJob(
                new JobRun(12, 0),
                SlurmJob.Group.NONE,
                Set.of(SlurmJobState.RUNNING),
                "None",
                SlurmJob.JobKind.REQUEUEABLE,
                List.of("gpu-0"),
                null,
                new SlurmJob.About(name, "ada", null, "main", work.toString()));
    }

    private void write(String content) throws IOException {
        Files.writeString(work.resolve("progress-12.json"), content);
    }

    @Test
    void readsStepRestartAndCheckpoint() throws IOException {
        write(GOOD);
        Progress progress = file.read(job("train"));

        String source = work.resolve("progress-12.json").toString();
        assertThat(progress)
                .isEqualTo(
                        new Progress(
                                1,
                                new Progress.Mark(
                                        414, Instant.parse("2026-01-01T00:00:02Z"), source),
                                new Progress.Mark(
                                        412, Instant.parse("2026-01-01T00:00:01.5Z"), source)));
    }

    @Test
    void readsAJobThatHasNoCheckpointYet() throws IOException {
        write(GOOD.replaceAll("\\{\"step\": 412[^}]*}", "null"));

        assertThat(file.read(job("train")).checkpoint()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"step\":1}",
                "{\"step\":1,\"restart\":0}",
                "{\"step\":1,\"restart\":0,\"at\":\"yesterday\"}",
                "{\"step\":1.5,\"restart\":0,\"at\":\"2026-01-01T00:00:02Z\"}",
                "{\"step\":1,\"restart\":\"0\",\"at\":\"2026-01-01T00:00:02Z\"}"
            })
    void refusesWhatIsNoProgress(String content) throws IOException {
        write(content);

        assertThatThrownBy(() -> file.read(job("train"))).isInstanceOf(IOException.class);
    }

    @Test
    void refusesAFileThatIsTooLong() throws IOException {
        write(GOOD + " ".repeat(70_000));

        assertThatThrownBy(() -> file.read(job("train"))).hasMessageContaining("longer than");
    }

    @Test
    void doesNotWaitForThePipeThatSomebodyPutThere() throws Exception {
        assertThat(
                        new ProcessBuilder("mkfifo", work.resolve("progress-12.json").toString())
                                .start()
                                .waitFor())
                .isZero();

        assertThatThrownBy(() -> file.read(job("train"))).hasMessageContaining("regular");
    }

    @Test
    void isLedToNoOtherFolderByAJobsName() {
        ProgressFile byName = new ProgressFile("{work_dir}/{job_name}.json");

        for (String name : List.of("../../etc/secret", "", ".hidden", "{work_dir}")) {
            assertThatThrownBy(() -> byName.read(job(name)))
                    .hasMessageContaining("not a file name");
        }
    }
}
