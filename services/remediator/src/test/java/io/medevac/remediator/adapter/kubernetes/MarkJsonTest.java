package io.medevac.remediator.adapter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.medevac.domain.remediation.cluster.Mark;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkJsonTest {

    @Test
    void readsWhatItWrites() {
        Mark.Signed mark =
                new Mark.Signed(
                        UUID.randomUUID(),
                        Instant.parse("2026-01-01T00:00:00.123456Z"),
                        true,
                        Map.of("medevac.io/pool", "training"));

        assertThat(MarkJson.read(MarkJson.write(mark))).isEqualTo(mark);
    }

    @Test
    void noAnnotationIsNoMark() {
        assertThat(MarkJson.read(null)).isEqualTo(Mark.none());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "[]",
                "{}",
                "{\"by\":\"somebody\"}",
                "{\"by\":\"medevac\",\"incident\":\"x\",\"at\":\"2026-01-01T00:00:00Z\"}",
                "{\"by\":\"medevac\",\"incident\":\"00000000-0000-0001-0000-000000000001\"}"
            })
    void whatIsNotUnderstoodIsNotTakenForAbsent(String text) {
        assertThat(MarkJson.read(text)).isInstanceOf(Mark.Unreadable.class);
    }

    @Test
    void aSelectorIsKeysAndValues() {
        assertThat(KubernetesBeans.labels("a=b, c/d=e")).isEqualTo(Map.of("a", "b", "c/d", "e"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KubernetesBeans.labels("a in (b)"))
                .withMessageContaining("medevac.remediator.slurmd-selector");
    }
}
