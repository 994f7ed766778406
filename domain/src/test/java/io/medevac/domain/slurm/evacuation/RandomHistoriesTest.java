package io.medevac.domain.slurm.evacuation;

import static io.medevac.domain.slurm.evacuation.Scene.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.slurm.JobRun;
import io.medevac.domain.slurm.SlurmJob;
import io.medevac.domain.slurm.SlurmJob.JobKind;
import io.medevac.domain.slurm.evacuation.EvacuationEvent.NodeVacated;
import io.medevac.domain.slurm.evacuation.SlurmEffect.DrainNode;
import io.medevac.domain.slurm.evacuation.SlurmEffect.RequeueJob;
import io.medevac.domain.slurm.evacuation.SlurmEffect.UndrainNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slurm does anything at any time; what must never happen never does. */
class RandomHistoriesTest {
    private static final List<String> STATES =
            List.of("RUNNING", "COMPLETING", "PENDING", "COMPLETED", "FAILED", "CANCELLED", "NEW");
    private static final List<String> NODE_STATES =
            List.of("idle", "allocated", "idle+COMPLETING", "mixed", "down", "idle+NEW");
    private static final List<String> REASONS =
            List.of("", "bad fan, jd", "medevac:" + Scene.INCIDENT + " x", "Not responding");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keepsItsPromises(long seed) {
        Random random = new Random(seed);
        for (int history = 0; history < 150; history++) {
            run(random);
        }
    }

    private static void run(Random random) {
        Scene scene = new Scene();
        Map<JobRun, Integer> asked = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            change(scene, random);
            Evacuation before = scene.evacuation;
            if (random.nextInt(5) == 0) {
                scene.noAnswer();
                assertThat(scene.effects).isEmpty();
            } else {
                scene.look();
            }
            check(scene, before, asked);
        }
        assertThat(scene.events.stream().map(EvacuationEvent::ref))
                .as("no two events about the same")
                .doesNotHaveDuplicates();
        assertThat(scene.events(NodeVacated.class)).hasSizeLessThanOrEqualTo(1);
    }

    private static void check(Scene scene, Evacuation before, Map<JobRun, Integer> asked) {
        assertThat(scene.evacuation.revision()).isGreaterThanOrEqualTo(before.revision());
        if (before.over()) {
            assertThat(scene.evacuation).isEqualTo(before);
            assertThat(scene.effects).isEmpty();
        }
        var node = scene.nodes.get("gpu-1");
        for (SlurmEffect effect : scene.effects) {
            switch (effect) {
                case RequeueJob requeue -> {
                    assertThat(node).as("drained first").matches(n -> n.closed());
                    assertThat(requeue.job().active()).isTrue();
                    asked.merge(requeue.job().run(), 1, Integer::sum);
                }
                case DrainNode drain -> {
                    assertThat(drain.slurmNode()).isEqualTo("gpu-1");
                    if (drain.standing().foreign()) {
                        assertThat(drain.reason()).isEqualTo(drain.standing());
                    }
                }
                case UndrainNode undrain -> assertThat(undrain.standing().ours()).isTrue();
            }
        }
        assertThat(asked.keySet().stream().map(JobRun::jobId))
                .as("one run of a job in an incident")
                .doesNotHaveDuplicates();
    }

    private static void change(Scene scene, Random random) {
        scene.after(Duration.ofMillis(random.nextInt(2_000)));
        if (random.nextInt(3) == 0) {
            String drain = random.nextInt(3) > 0 ? "+DRAIN" : "";
            scene.node("gpu-1", pick(NODE_STATES, random) + drain, pick(REASONS, random));
        }
        if (random.nextInt(2) == 0) {
            long id = 1L + random.nextInt(3);
            SlurmJob known = scene.jobs.get(id);
            int restart = known == null ? 0 : known.run().restartCount() + random.nextInt(2);
            JobKind kind = pick(List.of(JobKind.values()), random);
            String second = random.nextBoolean() ? "gpu-1" : "gpu-2";
            scene.job(job(id, restart, pick(STATES, random), kind, "gpu-0", second));
        }
        if (random.nextInt(20) == 0) {
            new HashSet<>(scene.jobs.keySet()).stream().findFirst().ifPresent(scene.jobs::remove);
        }
        if (random.nextInt(25) == 0) {
            scene.replaced("gpu-2");
        }
    }

    private static <T> T pick(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}
