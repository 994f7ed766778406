package io.medevac.detector.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.detector.port.NodeMemory;
import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every memory of nodes does. */
public abstract class NodeMemoryContract {
    private static final Instant FIRST = Instant.parse("2026-07-01T00:00:00.123456Z");

    private final Machine boot = boot();

    /** The one under test. */
    protected abstract NodeMemory memory();

    @Test
    void aBootIsKnownSinceItWasSeenFirst() {
        assertThat(memory().since(Map.of(boot, FIRST))).isEqualTo(Map.of(boot, FIRST));
        assertThat(memory().since(Map.of(boot, FIRST.plusSeconds(60))))
                .isEqualTo(Map.of(boot, FIRST));
        assertThat(memory().since(Map.of(boot, FIRST.minusSeconds(60))))
                .isEqualTo(Map.of(boot, FIRST));
    }

    @Test
    void manyAtOnceAndNone() {
        Machine known = boot();
        memory().since(Map.of(known, FIRST));
        Map<Machine, Instant> asked = new HashMap<>(Map.of(known, FIRST.plusSeconds(9)));
        for (int i = 0; i < 2000; i++) {
            asked.put(boot(), FIRST.plusSeconds(i));
        }
        Map<Machine, Instant> expected = new HashMap<>(asked);
        expected.put(known, FIRST);

        assertThat(memory().since(asked)).isEqualTo(expected);
        assertThat(memory().since(Map.of())).isEmpty();
    }

    @Test
    void anotherBootOrAnotherMachineIsAnother() {
        Machine rebooted = new Machine(boot.nodeUid(), "boot 2");
        Machine another = new Machine("uid-" + UUID.randomUUID(), boot.bootId());
        memory().since(Map.of(boot, FIRST));

        assertThat(memory().since(Map.of(rebooted, FIRST.plusSeconds(1), another, FIRST)))
                .isEqualTo(Map.of(rebooted, FIRST.plusSeconds(1), another, FIRST));
    }

    @Test
    void signalsThatNobodyHasTakenCanBeRenewed() {
        memory().renew(List.of(UUID.randomUUID()));
        memory().renew(List.of());
    }

    private static Machine boot() {
        return new Machine("uid-" + UUID.randomUUID(), UUID.randomUUID().toString());
    }
}
