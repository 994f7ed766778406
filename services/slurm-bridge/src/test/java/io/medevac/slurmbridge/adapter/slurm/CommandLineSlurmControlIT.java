package io.medevac.slurmbridge.adapter.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.StandingReason;
import io.medevac.slurmbridge.port.NoAnswer;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.SlurmControlContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The command line adapter on a real Slurm. */
class CommandLineSlurmControlIT extends SlurmControlContract {
    private static ThreeNodeSlurm cluster;
    private static Path work;
    private final SlurmControl slurm = cluster.control();

    @BeforeAll
    static void start() throws IOException {
        cluster = ThreeNodeSlurm.start();
        work = cluster.workFolder();
        Files.writeString(work.resolve("sleep.sbatch"), "#!/bin/bash\nsrun sleep 300\n");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void empty() {
        cluster.reset();
    }

    @Override
    protected SlurmControl slurm() {
        return slurm;
    }

    private long sbatch(String... options) {
        String[] command = new String[options.length + 3];
        command[0] = "sbatch";
        command[1] = "--parsable";
        System.arraycopy(options, 0, command, 2, options.length);
        command[command.length - 1] = "sleep.sbatch";
        return Long.parseLong(cluster.run(work, command).strip());
    }

    @Override
    protected long submitGang() {
        return sbatch(
                "--nodelist=gpu-[0-1]",
                "--nodes=2",
                "--gres=gpu:8",
                "--mail-user=ada@example.org",
                "--mail-type=FAIL");
    }

    @Override
    protected long submit(JobKind kind) {
        return sbatch("--no-requeue", "--nodelist=gpu-0");
    }

    @Override
    protected long submitArray() {
        return sbatch("--array=1-2", "--nodelist=gpu-0", "--ntasks=1");
    }

    @Override
    protected void drainByHand(String node, String reason) {
        cluster.run(
                work, "scontrol", "update", "nodename=" + node, "state=drain", "reason=" + reason);
    }

    @Override
    protected void cancel(long job) {
        cluster.run(work, "scancel", Long.toString(job));
    }

    @Override
    protected void controller(boolean running) {
        cluster.controller(running);
    }

    @Test
    void readsTheAddressOfTheOwner() {
        assertThat(slurm.readMailUser(submitGang())).contains("ada@example.org");
        assertThat(slurm.readMailUser(submit(JobKind.NO_REQUEUE))).isEmpty();
    }

    @Test
    void givesUpOnAControllerThatHangs() {
        SlurmControl impatient =
                new CommandLineSlurmControl(
                        new ProcessCommands(Duration.ofMillis(500), cluster.environment()));
        cluster.signal("STOP");
        try {
            assertThatThrownBy(impatient::readJobs)
                    .isInstanceOf(NoAnswer.class)
                    .hasMessage("squeue did not answer within 500 ms");
        } finally {
            cluster.signal("CONT");
        }
        assertThat(slurm.readJobs()).isNotNull();
    }

    @Test
    void readsWhoSetAReasonAndWhen() {
        Instant before = Instant.now().minusSeconds(2);
        drainByHand("gpu-1", "Epilog error");

        StandingReason read = reason("gpu-1");

        assertThat(read.node().reason().text()).isEqualTo("Epilog error");
        assertThat(read.setBy()).isEqualTo("root");
        assertThat(read.setAt()).isBetween(before, Instant.now().plusSeconds(1));
        assertThat(read.closedByOthers()).isTrue();
        assertThat(reason("gpu-0").closedByOthers()).isFalse();
        assertThat(reason("gpu-0").setAt()).isNull();
    }

    @Test
    void readsNoReasonsWithoutTheController() {
        cluster.controller(false);
        try {
            assertThatThrownBy(() -> cluster.reasons().read()).isInstanceOf(NoAnswer.class);
        } finally {
            cluster.controller(true);
        }
    }

    private static StandingReason reason(String node) {
        return cluster.reasons().read().stream()
                .filter(each -> each.node().name().equals(node))
                .findFirst()
                .orElseThrow();
    }
}
