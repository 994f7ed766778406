package io.medevac.domain.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrainReasonTest {
    private static final UUID INCIDENT = UUID.fromString("01990000-0000-7000-8000-0000000000c1");

    @Test
    void isSignedWithItsIncident() {
        DrainReason reason = DrainReason.of(INCIDENT, "GPU 3 XID 79: it's \"gone\"\n");

        assertThat(reason.text()).isEqualTo("medevac:" + INCIDENT + " GPU 3 XID 79: it s  gone");
        assertThat(reason.ours()).isTrue();
        assertThat(reason.foreign()).isFalse();
        assertThat(reason.incident()).isEqualTo(INCIDENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J\u001b]0;x\u0007",
                "x\r\ny",
                "\u009b31m",
                "\u202egpj.exe",
                "a\u200bb\u2028c",
                "' Reason=\"x\" State=RESUME",
                "\ud800"
            })
    void holdsNothingThatActs(String nasty) {
        assertThat(DrainReason.of(INCIDENT, "XID 79: " + nasty).text())
                .startsWith("medevac:" + INCIDENT + " XID 79:")
                .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\"']");
    }

    @Test
    void isCutToWhatSlurmShows() {
        assertThat(DrainReason.of(INCIDENT, "x".repeat(5000)).text()).hasSize(160);
    }

    @Test
    void isForeignWhenSomebodyElseWroteIt() {
        assertThat(new DrainReason("bad fan, jd").foreign()).isTrue();
        assertThat(new DrainReason("slurm-operator: node cordoned").foreign()).isTrue();
        assertThat(new DrainReason("Kill task failed").foreign()).isTrue();
        assertThat(new DrainReason("see medevac: docs").ours()).isFalse();
    }

    @Test
    void belongsToNobodyWhenEmptyOrOnlyObserved() {
        assertThat(DrainReason.NONE.foreign()).isFalse();
        assertThat(new DrainReason("Not responding").foreign()).isFalse();
    }

    @Test
    void isOursEvenWhenItsIncidentCannotBeRead() {
        assertThat(new DrainReason("medevac:?").ours()).isTrue();
        assertThat(new DrainReason("medevac:?").incident()).isNull();
    }
}
