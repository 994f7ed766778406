package io.medevac.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlurmTest {

    @Test
    void readsFieldsAsScontrolPrintsThem() {
        assertThat(
                        Slurm.fieldsOf(
                                "JobId=12 JobName=train JobState=RUNNING Reason=None Restarts=1"
                                        + " NodeList=gpu-[0,2] NumNodes=2"))
                .containsEntry("JobState", "RUNNING")
                .containsEntry("Restarts", "1")
                .containsEntry("NodeList", "gpu-[0,2]");
    }
}
