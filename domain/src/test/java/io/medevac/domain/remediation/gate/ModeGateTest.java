package io.medevac.domain.remediation.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.remediation.Samples;
import io.medevac.domain.remediation.incident.GateAnswer;
import io.medevac.domain.remediation.incident.Surroundings;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModeGateTest {

    @Test
    void holdsByDefault() {
        assertThat(ask(RemediationPolicy.DEFAULT).reason()).isEqualTo("DryRun");
    }

    @Test
    void passesWhereThePoolIsEnforced() {
        PoolPolicy enforced = PoolPolicy.DEFAULT.withMode(Mode.ENFORCE);
        RemediationPolicy policy =
                new RemediationPolicy(PoolPolicy.DEFAULT, Map.of("training", enforced), List.of());
        assertThat(ask(policy).holds()).isFalse();
    }

    @Test
    void oneModeForAllOverridesThePool() {
        assertThat(ask(Samples.ENFORCE.withMode(Mode.DRY_RUN)).holds()).isTrue();
    }

    private static GateAnswer ask(RemediationPolicy policy) {
        return new ModeGate()
                .ask(
                        Samples.look(
                                Samples.incident(),
                                Samples.seen(Samples.faulty()),
                                policy,
                                Surroundings.NONE,
                                Samples.T0));
    }
}
