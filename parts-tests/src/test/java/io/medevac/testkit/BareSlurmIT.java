package io.medevac.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RealPartsExtension.class)
class BareSlurmIT {

    @Test
    void hasFourNodesWithEightGpusEach(BareSlurm slurm) {
        assertThat(slurm.run("sinfo", "--noheader", "--Node", "--format", "%N %T %G").lines())
                .containsExactly(
                        "gpu-0 idle gpu:h200:8",
                        "gpu-1 idle gpu:h200:8",
                        "gpu-2 idle gpu:h200:8",
                        "gpu-3 idle gpu:h200:8");
    }
}
