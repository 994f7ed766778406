package io.medevac.domain.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.SlurmJob.JobKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmJobTest {

    private static SlurmJob job(String states) {
        Set<SlurmJobState> parsed =
                Arrays.stream(states.split("\\+"))
                        .map(SlurmJobState::of)
                        .collect(Collectors.toSet());
        return new SlurmJob(
                new JobRun(12, 0),
                SlurmJob.Group.NONE,
                parsed,
                "None",
                JobKind.REQUEUEABLE,
                List.of("gpu-0", "gpu-1"),
                null,
                new SlurmJob.About("train", "ada", null, "main", "/work"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "RUNNING,             active",
        "SUSPENDED,           active",
        "CONFIGURING,         active",
        "RUNNING+CONFIGURING, active",
        "COMPLETING,          completing",
        "PENDING+COMPLETING,  completing",
        "COMPLETED+COMPLETING,completing",
        "PENDING,             pending",
        "PENDING+REQUEUED,    pending",
        "COMPLETED,           ended",
        "CANCELLED,           ended",
        "OUT_OF_MEMORY,       ended",
        "HIBERNATING,         nothing",
        "COMPLETED+HIBERNATING, nothing",
    })
    void isInOnePlaceByItsStates(String states, String place) {
        SlurmJob job = job(states);

        assertThat(job.active()).isEqualTo(place.equals("active"));
        assertThat(job.completing()).isEqualTo(place.equals("completing"));
        assertThat(job.pending()).isEqualTo(place.equals("pending"));
        assertThat(job.ended()).isEqualTo(place.equals("ended"));
        assertThat(job.on("gpu-1")).isEqualTo(!place.equals("pending") && !place.equals("ended"));
        assertThat(job.on("gpu-2")).isFalse();
    }
}
