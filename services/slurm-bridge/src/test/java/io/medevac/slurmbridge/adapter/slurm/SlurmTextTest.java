package io.medevac.slurmbridge.adapter.slurm;

import static io.medevac.slurmbridge.adapter.slurm.Recorded.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.Slurmctld;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmTextTest {

    @Test
    void readsTheGraceAndTheStartOfTheController() {
        String config = answer("scontrol-config.txt");

        assertThat(SlurmText.controller(config))
                .isEqualTo(new Slurmctld(Duration.ofSeconds(20), "2026-11-29T18:14:51"));
        assertThat(SlurmText.controller(config.replaceAll("BOOT_TIME.*\n", "")).startedAt())
                .isEmpty();
        assertThatThrownBy(() -> SlurmText.controller("")).isInstanceOf(NoAnswer.class);
    }

    @Test
    void readsTheMailAddress() {
        String job = answer("scontrol-job.txt");

        assertThat(SlurmText.mailUser(job)).contains("ada@example.org");
        assertThat(SlurmText.mailUser(job.replaceAll(".*MailUser.*\n", ""))).isEmpty();
        assertThatThrownBy(() -> SlurmText.mailUser("")).isInstanceOf(NoAnswer.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0||Accepted",
                "1|Job is pending execution for job 27|Accepted",
                "1|Invalid job id specified for job 99|Overtaken",
                "1|Job is already completing or completed for job 9|Overtaken",
                "1|Requested operation is presently disabled for job 11|Refused",
                "1|Only batch jobs are accepted or processed for job 23|Refused",
                "1|Job not heterogeneous job leader for job 22|Refused",
            })
    void readsWhatBecameOfARequeue(int exitCode, String words, String outcome) {
        Outcome read = SlurmText.requeued(new Answer(exitCode, "", words == null ? "" : words));

        assertThat(read.getClass().getSimpleName()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Unexpected message received for job 3",
                "Unable to contact slurm controller (connect failure)",
                "Socket timed out on send/recv operation",
                "Something nobody has seen yet",
            })
    void takesNothingElseForSlurmsAnswer(String words) {
        assertThatThrownBy(() -> SlurmText.requeued(new Answer(1, "", words)))
                .isInstanceOf(NoAnswer.class)
                .hasMessageContaining(words);
    }
}
