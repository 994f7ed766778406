package io.medevac.domain.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TextsTest {

    static Stream<Arguments> saysItInTheTitle() {
        return Stream.of(
                Arguments.of(
                        OwnerTexts.signalled(Samples.signalled()),
                        "GPU 3 of gpu-1 failed; your job 12 saves its checkpoint and will go on"),
                Arguments.of(
                        OwnerTexts.notRequeueable(Samples.notRequeueable()),
                        "GPU 3 of gpu-1 failed; your job 12 cannot be requeued"),
                Arguments.of(OwnerTexts.lost(Samples.lost()), "Your job 12 was lost: FAILED"),
                Arguments.of(
                        OwnerTexts.resumed(Samples.resumed(412L)),
                        "Your job 12 runs again on gpu-0, gpu-2 from step 412; 31.7 s lost"),
                Arguments.of(
                        OwnerTexts.resumed(Samples.resumed(null)),
                        "Your job 12 runs again on gpu-0, gpu-2; 31.7 s lost"),
                Arguments.of(
                        OperatorTexts.quarantined(Samples.quarantined()),
                        "gpu-1 is out of service: GPU 3 failed (Xid 79)"),
                Arguments.of(
                        OperatorTexts.held(
                                Samples.held(
                                        RecommendedAction.REPLACE_NODE, "assessing", "opt-out")),
                        "gpu-1 needs REPLACE_NODE, which is held by: opt-out"),
                Arguments.of(
                        OperatorTexts.remediationFailed(Samples.remediationFailed()),
                        "Remediation of gpu-1 failed while draining; a person must act"),
                Arguments.of(
                        OperatorTexts.evacuationFailed(Samples.evacuationFailed()),
                        "Jobs cannot be brought off gpu-1; a person must act"),
                Arguments.of(
                        OperatorTexts.lost(Samples.lost()),
                        "Job 12 of alice was lost on gpu-1: FAILED"),
                Arguments.of(
                        OperatorTexts.closed(Samples.closed(News.Outcome.RECOVERED)),
                        "Incident on gpu-1 is over: RECOVERED after 12.8 s"),
                Arguments.of(
                        OperatorTexts.fault(Samples.reported(RecommendedAction.UNKNOWN)),
                        "GPU 3 of gpu-1: Xid 79, the node stays in service"));
    }

    @Test
    void ofABlindSourceSaysWhatToDoAndPromisesNothingOfTheNode() {
        News.FaultReported reported = Samples.reported(RecommendedAction.NONE);
        Fault fault = reported.fault();
        Fault blind =
                new Fault(
                        "BLIND",
                        null,
                        Gpu.UNKNOWN,
                        FaultScope.MONITORING,
                        fault.severity(),
                        fault.action(),
                        fault.rule(),
                        "nothing from the node's kernel log since noon");
        Message message =
                OperatorTexts.fault(
                        new News.FaultReported(reported.origin(), blind, reported.occurrence()));

        assertThat(message.title()).isEqualTo("gpu-1: BLIND, nothing is done to the node");
        assertThat(message.text())
                .contains("medevac release --node gpu-1")
                .doesNotContain("Nothing has to be done");
    }

    @ParameterizedTest
    @MethodSource
    void saysItInTheTitle(Message message, String title) {
        assertThat(message.title()).isEqualTo(title);
    }

    @Test
    void tellsTheOwnerAtTheFaultWhatHappensNow() {
        Message message = OwnerTexts.signalled(Samples.signalled());

        assertThat(message.text())
                .isEqualTo(
                        """
                        Xid 79: GPU has fallen off the bus.

                        Your job 12 (train-13b) got SIGTERM and has 2 min to save its checkpoint. Slurm then queues it again, and it goes on elsewhere.

                        You need do nothing. You are told when it runs again.

                        Cluster:   demo
                        Node:      gpu-1
                        Time:      2026-11-29 17:49:11 UTC
                        Read more: medevac show 0199c0de-7a10-8c11-9a5e-2f0d3b6a91c1
                        """);
    }

    @Test
    void tellsOperatorsWhatToType() {
        assertThat(OperatorTexts.remediationFailed(Samples.remediationFailed()).text())
                .contains("What to do: kubectl -n research delete pod notebook-0\n");
        assertThat(OperatorTexts.evacuationFailed(Samples.evacuationFailed()).text())
                .contains("What to do: scancel 14\n");
        assertThat(
                        OperatorTexts.held(
                                        Samples.held(
                                                RecommendedAction.RESET_GPU, "assessing", "budget"))
                                .text())
                .contains("What to do: kubectl label node gpu-1 x-\n")
                .contains("Held by budget: says no\n")
                .contains("the node stays in service");
        assertThat(OperatorTexts.lost(Samples.lost()).text()).contains("scontrol show job 12\n");
    }

    @Test
    void givesTheDurationOfEachPhaseAtTheEnd() {
        assertThat(OperatorTexts.closed(Samples.closed(News.Outcome.RECOVERED)).text())
                .contains("vacating:  12.4 s\n")
                .contains("replacing: 480 ms\n");
    }

    @Test
    void givesMachinesTheSameAsData() {
        Message message = OwnerTexts.signalled(Samples.signalled());

        assertThat(message.type()).isEqualTo("job.signalled");
        assertThat(message.data())
                .containsEntry("incident", Samples.INCIDENT.toString())
                .containsEntry("node", "gpu-1")
                .containsEntry("graceSeconds", 120L)
                .containsEntry(
                        "job",
                        Map.of(
                                "id",
                                12L,
                                "name",
                                "train-13b",
                                "user",
                                "alice",
                                "nodes",
                                List.of("gpu-0", "gpu-1"),
                                "restartCount",
                                0L));
    }

    @Test
    void letsNothingFromUsersOrLogsActOnAReader() {
        Fault fault =
                new Fault(
                        "XID",
                        79,
                        Gpu.UNKNOWN,
                        FaultScope.GPU,
                        Severity.CRITICAL,
                        RecommendedAction.REPLACE_NODE,
                        "r",
                        "x\u001b[2Jy\r\nBcc: all@example.org <img src=x onerror=alert(1)>");
        TroubledJob job = Samples.job("a\n\"><script>alert('1')</script>\u202e&", null, "gpu-0");

        Message message =
                OwnerTexts.signalled(
                        new News.JobSignalled(Samples.ORIGIN, job, fault, Duration.ofSeconds(30)));

        assertThat(message.title()).startsWith("gpu-1 failed; your job 12 ");
        assertThat(message.text())
                .contains("x\\u001b[2Jy\\u000d\\u000aBcc: all")
                .contains("(a\\u000a\"><script>")
                .doesNotContain("\u001b", "\r", "\u202e");
        assertThat(message.html())
                .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;\\u202e&amp;")
                .doesNotContain("<script>", "<img", "\u001b");
        assertThat(message.data().toString()).doesNotContain("\u001b", "\n", "\r", "\u202e");
    }

    @Test
    void cutsWhatIsTooLong() {
        News.JobLost lost =
                new News.JobLost(
                        Samples.ORIGIN,
                        Samples.job("n".repeat(10_000), null, "gpu-0"),
                        "F".repeat(10_000),
                        "r".repeat(100_000));

        Message message = OwnerTexts.lost(lost);

        assertThat(message.title()).hasSizeLessThanOrEqualTo(201).endsWith("…");
        assertThat(message.text()).hasSizeLessThan(5_000);
        assertThat(message.data().toString()).hasSizeLessThan(8_000);
    }
}
