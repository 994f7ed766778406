package io.medevac.slurmbridge.adapter.slurm;

import static io.medevac.slurmbridge.adapter.slurm.Recorded.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.SlurmNode;
import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.NoAnswer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmJsonTest {

    private static SlurmJob job(String name, long id) {
        return SlurmJson.jobs(answer(name)).stream()
                .filter(job -> job.id() == id)
                .findFirst()
                .orElseThrow();
    }

    private static SlurmNode node(String name, String node) {
        return SlurmJson.nodes(answer(name)).stream()
                .filter(each -> each.name().equals(node))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void readsARunningGangJob() {
        SlurmJob job = job("squeue-running.json", 2);

        assertThat(job.run()).isEqualTo(new JobRun(2, 0));
        assertThat(job.running()).isTrue();
        assertThat(job.kind()).isEqualTo(JobKind.REQUEUEABLE);
        assertThat(job.nodes()).containsExactly("gpu-0", "gpu-1");
        assertThat(job.startedAt()).isNotNull();
        assertThat(job.about())
                .isEqualTo(new SlurmJob.About("gang", "root", null, "main", "/work/ada"));
    }

    @Test
    void readsACompletingJobAsTheNextRunThatIsStillOnItsNodes() {
        SlurmJob job = job("squeue-completing.json", 2);

        assertThat(job.run()).isEqualTo(new JobRun(2, 1));
        assertThat(job.completing()).isTrue();
        assertThat(job.on("gpu-1")).isTrue();
    }

    @Test
    void readsJobsThatAreOver() {
        assertThat(job("squeue-running.json", 1).ended()).isTrue();
    }

    @Test
    void readsWhatCanBeRequeued() {
        assertThat(job("squeue-kinds.json", 4).kind()).isEqualTo(JobKind.NO_REQUEUE);
        assertThat(job("squeue-kinds.json", 7).kind()).isEqualTo(JobKind.INTERACTIVE);
    }

    @Test
    void readsTheTasksOfAnArrayAndThePartsOfAHeterogeneousJob() {
        assertThat(job("squeue-kinds.json", 8).group()).isEqualTo(new SlurmJob.Group(3, 1, 0));
        assertThat(job("squeue-kinds.json", 3).group()).isEqualTo(new SlurmJob.Group(3, 3, 0));
        assertThat(job("squeue-kinds.json", 6).leaderId()).isEqualTo(5);
    }

    @Test
    void readsNodesWithFlagsAndReason() {
        SlurmNode node = node("sinfo-completing.json", "gpu-1");

        assertThat(node.state()).hasToString("IDLE+COMPLETING+DRAIN");
        assertThat(node.reason().text()).isEqualTo("medevac:0199 GPU 3");
        assertThat(node.closedByUs()).isTrue();
        assertThat(node("sinfo-completing.json", "gpu-2").state().usable()).isTrue();
        assertThat(node("sinfo-mixed.json", "gpu-0").state().busy()).isTrue();
    }

    @Test
    void takesAnErrorForNoAnswerThoughTheListBesideItIsEmpty() {
        assertThatThrownBy(() -> SlurmJson.jobs(answer("squeue-controller-down.json")))
                .isInstanceOf(NoAnswer.class)
                .hasMessage("Slurm answered with errors: Failed while looking for jobs");
        assertThatThrownBy(() -> SlurmJson.nodes(answer("sinfo-controller-down.json")))
                .isInstanceOf(NoAnswer.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "slurm_load_jobs error",
                "{\"errors\":[]}",
                "{\"jobs\":[]}",
                "{\"errors\":{},\"jobs\":[]}",
                "{\"errors\":[],\"jobs\":{}}",
                "{\"errors\":[],\"jobs\":[{}]}",
                "{\"errors\":[],\"jobs\":[{\"job_id\":1}]}",
                "{\"errors\":[{\"error\":\"x\"}],\"jobs\":[]}"
            })
    void takesAnIncompleteAnswerForNone(String answer) {
        assertThatThrownBy(() -> SlurmJson.jobs(answer)).isInstanceOf(NoAnswer.class);
    }

    @Test
    void takesAnAnswerThatWasCutOffForNone() {
        String whole = answer("squeue-running.json");

        for (int length = 0; length < whole.stripTrailing().length(); length += 97) {
            String cut = whole.substring(0, length);
            assertThatThrownBy(() -> SlurmJson.jobs(cut)).isInstanceOf(NoAnswer.class);
        }
    }

    @Test
    void readsStatesAsAListToo() {
        String newer =
                answer("squeue-running.json")
                        .replace("\"RUNNING\"", "[\"PENDING\",\"COMPLETING\"]");

        assertThat(SlurmJson.jobs(newer)).anyMatch(SlurmJob::completing);
        assertThat(List.of(SlurmJson.jobs(newer))).isNotEmpty();
    }

    @Test
    void readsWhoSetAReasonAndWhen() {
        String closed =
                """
                {"errors": [], "nodes": [
                 {"name": "gpu-0", "state": "idle", "state_flags": ["DRAIN"], "reason": "Epilog error",
                  "reason_set_by_user": "slurm", "reason_changed_at": 1795975942},
                 {"name": "gpu-1", "state": "idle", "state_flags": [], "reason": "",
                  "reason_set_by_user": null, "reason_changed_at": 0},
                 {"name": "gpu-2", "state": "idle", "state_flags": []}]}
                """;

        assertThat(SlurmJson.reasons(closed))
                .extracting(StandingReason::setBy, StandingReason::setAt)
                .containsExactly(
                        tuple("slurm", Instant.ofEpochSecond(1_795_975_942L)),
                        tuple(null, null),
                        tuple(null, null));
    }
}
