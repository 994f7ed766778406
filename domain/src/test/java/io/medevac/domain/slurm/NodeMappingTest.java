package io.medevac.domain.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.NodeMapping.Serves;
import io.medevac.domain.slurm.NodeMapping.ServesNone;
import io.medevac.domain.slurm.NodeMapping.SlurmdPod;
import io.medevac.domain.slurm.NodeMapping.Unclear;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeMappingTest {
    private static final SlurmdPod PLAIN_POD = new SlurmdPod("slurmd-x7", null);

    private static SlurmNode node(String name, String comment) {
        return new SlurmNode(
                name, SlurmNodeState.of(SlurmNodeBaseState.IDLE), DrainReason.NONE, comment);
    }

    @Test
    void takesTheNodeThatSlinkysCommentNames() {
        String comment =
                "{\"namespace\":\"slurm\",\"podName\":\"worker-0\",\"node\":\"gpu-7.example.org\"}";
        List<SlurmNode> nodes = List.of(node("worker-0", comment), node("gpu-7", ""));

        assertThat(NodeMapping.of("gpu-7.example.org", List.of(PLAIN_POD), nodes))
                .isEqualTo(new Serves("worker-0"));
    }

    @Test
    void takesTheNodeThatThePodsLabelTells() {
        List<SlurmdPod> pods = List.of(new SlurmdPod("slurm-worker-0", "worker-0"));

        assertThat(NodeMapping.of("gpu-7", pods, List.of(node("worker-0", ""))))
                .isEqualTo(new Serves("worker-0"));
    }

    @Test
    void takesTheNodeOfTheSameName() {
        assertThat(NodeMapping.of("gpu-1", List.of(PLAIN_POD), List.of(node("gpu-1", "rack 7"))))
                .isEqualTo(new Serves("gpu-1"));
        assertThat(NodeMapping.of("gpu-1", List.of(), List.of(node("gpu-1", ""))))
                .isEqualTo(new Serves("gpu-1"));
    }

    @Test
    void knowsThatANodeServesNoneOnlyWhenNothingPointsToOne() {
        assertThat(NodeMapping.of("web-1", List.of(), List.of(node("gpu-1", ""))))
                .isEqualTo(new ServesNone());
    }

    @Test
    void isUnclearWhenSlurmListsNothing() {
        assertThat(NodeMapping.of("gpu-1", List.of(), List.of())).isInstanceOf(Unclear.class);
    }

    @Test
    void isUnclearWhenAPodIsThereButSlurmDoesNotKnowIt() {
        List<SlurmNode> nodes = List.of(node("gpu-1", ""));

        assertThat(NodeMapping.of("gpu-9", List.of(PLAIN_POD), nodes)).isInstanceOf(Unclear.class);
        assertThat(NodeMapping.of("gpu-9", List.of(new SlurmdPod("p", "worker-9")), nodes))
                .isInstanceOf(Unclear.class);
    }

    @Test
    void isUnclearWhenSeveralClaimIt() {
        List<SlurmNode> nodes =
                List.of(node("a", "{\"node\":\"gpu-1\"}"), node("b", "{\"node\":\"gpu-1\"}"));

        assertThat(NodeMapping.of("gpu-1", List.of(), nodes)).isInstanceOf(Unclear.class);
    }

    @Test
    void isUnclearWhenTheNodeOfTheSameNameRunsElsewhere() {
        List<SlurmNode> nodes = List.of(node("gpu-1", "{\"node\": \"gpu-5\"}"));

        assertThat(NodeMapping.of("gpu-1", List.of(), nodes)).isInstanceOf(Unclear.class);
    }

    @Test
    void findsTheKubernetesNodeByCommentThenPodThenName() {
        SlurmNode plain = node("worker-0", "");
        SlurmNode slinky = node("worker-0", "{\"node\":\"gpu-7\"}");

        assertThat(NodeMapping.kubernetesNode(slinky, Set.of("gpu-8"))).contains("gpu-7");
        assertThat(NodeMapping.kubernetesNode(plain, Set.of("gpu-8"))).contains("gpu-8");
        assertThat(NodeMapping.kubernetesNode(plain, Set.of())).contains("worker-0");
        assertThat(NodeMapping.kubernetesNode(plain, Set.of("gpu-8", "gpu-9"))).isEmpty();
    }
}
