package io.medevac.domain.slurm.evacuation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlurmEffectTest {

    /** Jobs carry the names of nodes they may run on: a record that is deleted fails them later. */
    @Test
    void noEffectDeletesTheRecordOfANodeOrSetsItDown() {
        assertThat(SlurmEffect.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(
                        SlurmEffect.DrainNode.class,
                        SlurmEffect.RequeueJob.class,
                        SlurmEffect.UndrainNode.class);
    }
}
