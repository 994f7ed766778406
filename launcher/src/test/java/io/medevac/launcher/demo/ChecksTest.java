package io.medevac.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.medevac.launcher.demo.TrainingRun.LedgerLine;
import io.medevac.launcher.record.SampleIncident;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChecksTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private String slurmReason = "medevac:" + SampleIncident.ID + " Xid 79 [root@now]";
    private String jobState = "COMPLETED";
    private String taint = SampleIncident.ID.toString();
    private List<String> jobNodes = List.of("gpu-0", "gpu-2");
    private String result = "{\"loss\":1}";
    private final List<LedgerLine> ledger = new ArrayList<>(ledger(412));

    @Test
    void everythingElseFailsSinceNobodyWasTold() throws IOException {
        assertThat(failed())
                .containsExactly(
                        "mail: the owner was told at the fault and at the end",
                        "webhooks: operators were told, every call rightly signed");
    }

    @Test
    void aJobThatEndedOtherwiseFails() throws IOException {
        jobState = "FAILED";

        assertThat(failed()).contains("Slurm: the job was requeued once and has completed");
    }

    @Test
    void aJobOnTheFaultyNodeFails() throws IOException {
        jobNodes = List.of("gpu-1", "gpu-2");

        assertThat(failed()).contains("Slurm: it ran on the good node and the new one");
    }

    @Test
    void somebodyElsesDrainFails() throws IOException {
        slurmReason = "maintenance";

        assertThat(failed()).contains("Slurm: the faulty node is drained, signed by us");
    }

    @Test
    void theTaintOfAnotherIncidentFails() throws IOException {
        taint = "0199ac5e-1111-7000-8000-0000000000c2";

        assertThat(failed()).contains("Kubernetes: the faulty node is cordoned, tainted, signed");
    }

    @Test
    void aStepTrainedTwiceFails() throws IOException {
        ledger.add(412, new LedgerLine(412, 1));

        assertThat(failed()).contains("training: no step skipped, none trained twice");
    }

    @Test
    void aSkippedStepFails() throws IOException {
        ledger.remove(412);

        assertThat(failed()).contains("training: no step skipped, none trained twice");
    }

    @Test
    void oneOtherByteFails() throws IOException {
        result = "{\"loss\":2}";

        assertThat(failed())
                .contains("training: weights and loss equal an undisturbed run, byte for byte");
    }

    private List<String> failed() throws IOException {
        return Checks.of(facts()).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .collect(Collectors.toList());
    }

    private Facts facts() throws IOException {
        return new Facts(
                "gpu-1",
                "gpu-2",
                Map.of("JobState", jobState, "Restarts", "1"),
                jobNodes,
                Map.of("State", "IDLE+DRAIN", "Reason", slurmReason),
                Map.of("State", "IDLE"),
                node(),
                JSON.readTree(
                        "{\"metadata\":{\"name\":\"gpu-2\",\"labels\":{\"medevac.io/pool\":\"training\"}},\"spec\":{}}"),
                JSON.readTree(
                        "{\"items\":[{\"spec\":{\"nodeName\":\"gpu-0\"}},{\"spec\":{\"nodeName\":\"gpu-2\"}}]}"),
                SampleIncident.incident(),
                List.of(),
                List.of(),
                "whsec_c2VjcmV0",
                new Facts.Training(ledger, result, "{\"loss\":1}"));
    }

    private JsonNode node() throws IOException {
        return JSON.readTree(
                """
                {"metadata": {"labels": {"medevac.io/repair": "replace_node"},
                              "annotations": {"medevac.io/quarantine": "{}"}},
                 "spec": {"unschedulable": true,
                          "taints": [{"key": "medevac.io/quarantined", "value": "%s"}]}}
                """
                        .formatted(taint));
    }

    private static List<LedgerLine> ledger(int before) {
        return IntStream.rangeClosed(1, TrainingRun.STEPS)
                .mapToObj(step -> new LedgerLine(step, step <= before ? 0 : 1))
                .toList();
    }
}
