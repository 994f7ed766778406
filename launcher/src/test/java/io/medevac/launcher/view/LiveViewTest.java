package io.medevac.launcher.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.launcher.record.SampleIncident;
import io.medevac.launcher.view.LiveView.Form;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {

    private final List<String> lines = new ArrayList<>();

    @Test
    void showsOneLineAnEvent() {
        show(Form.PLAIN);

        assertThat(lines)
                .containsExactly(
                        "  +0.01 s  kernel       gpu-1     GPU 3 (0000:9b:00) Xid 79: GPU has fallen off the bus.",
                        "  +0.04 s  detector     gpu-1     GpuFault           REPLACE_NODE (catalogue: xid 79) 0199…c1",
                        "  +0.12 s  remediator   gpu-1     NodeQuarantined    gates: mode ok, budget ok",
                        "  +0.14 s  slurm-bridge gpu-1     Slurm DRAIN        medevac:0199…c1 Xid 79",
                        "  +0.15 s  slurm-bridge job 12    SIGTERM            grace 120 s",
                        "  +0.20 s  notifier     owner     email              \"GPU 3 of gpu-1 failed\"",
                        " +12.40 s  slurm-bridge job 12    JobRequeued        checkpoint at step 412, 12.2 s of 120 s used",
                        " +12.50 s  slurm-bridge gpu-1     NodeVacated        no job and no epilog left",
                        " +14.00 s  remediator   gpu-1     NodeDrained        1 pod evicted, 0 of the node left",
                        " +14.20 s  remediator   gpu-1     NodeReplaced       gpu-2 serves in training (warm-spare)",
                        " +18.00 s  slurm-bridge gpu-2     SlurmNodeJoined    IDLE",
                        " +31.80 s  slurm-bridge job 12    JobResumed         gpu-0, gpu-2; from step 412; lost 31.6 s",
                        " +31.90 s  remediator   gpu-1     IncidentClosed     RECOVERED: job 12 runs again");
        assertThat(lines).allMatch(line -> line.length() <= 100);
    }

    @Test
    void coloursOnlyWhenAsked() {
        show(Form.COLOUR);

        assertThat(lines.getFirst()).startsWith("\u001b[31m").endsWith("\u001b[0m");
    }

    @Test
    void writesJsonForMachines() {
        show(Form.JSON);

        assertThat(lines).hasSize(13).allMatch(line -> line.startsWith("{\"topic\":\"medevac."));
    }

    private void show(Form form) {
        LiveView view = new LiveView(form, lines::add);
        SampleIncident.events().forEach(event -> view.show(event, SampleIncident.WRITTEN));
    }
}
