package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.BootClaim.At;
import io.medevac.domain.detection.BootClaim.Named;
import io.medevac.domain.detection.BootClaim.Unknown;
import io.medevac.domain.node.Machine;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootClaimTest {
    private static final Instant NOW = Instant.parse("2026-07-01T10:00:00.500Z");
    private static final Instant KNOWN = Instant.parse("2026-07-01T09:00:00Z");
    private static final NodeSeen NODE = new NodeSeen("uid", "boot", KNOWN, null);

    @ParameterizedTest
    @CsvSource({
        "2026-07-01T08:59:59Z, ",
        "2026-07-01T09:00:00Z, boot",
        "2026-07-01T10:05:00Z, boot",
        "2026-07-01T10:05:01Z, ",
        ", ",
    })
    void aTimeBindsToTheBootThatWasKnownThen(Instant at, String boot) {
        assertThat(BootClaim.at(at, NOW).bind(NODE)).contains(new Machine("uid", boot));
    }

    @Test
    void aNamedBootIsThatBootAndAnUnknownOneIsNone() {
        assertThat(new Named("other").bind(NODE)).contains(new Machine("uid", "other"));
        assertThat(new Unknown().bind(NODE)).contains(new Machine("uid", null));
    }

    @Test
    void whileTheNodeIsNotShownItWaits() {
        NodeSeen young = new NodeSeen("uid", null, KNOWN, null);

        assertThat(new At(NOW).bind(null)).isEmpty();
        assertThat(new At(NOW).bind(young)).isEmpty();
        assertThat(new Named("boot").bind(null)).isEmpty();
        assertThat(new Unknown().bind(null)).isEmpty();
    }

    @Test
    void whatAMachineShowsAtFirstSightIsOlderThanItsBootWhateverItsClockSays() {
        Instant ahead = Instant.parse("2026-07-01T10:04:00Z");
        Instant behind = Instant.parse("2026-07-01T08:00:00Z");
        Instant impossible = Instant.parse("2099-01-01T00:00:00Z");

        Instant since = NodeSeen.firstSight(NOW, List.of(behind, ahead, impossible));

        assertThat(since).isEqualTo("2026-07-01T10:04:01Z");
        assertThat(BootClaim.at(ahead, NOW).bind(new NodeSeen("uid", "boot", since, null)))
                .contains(new Machine("uid", null));
        assertThat(NodeSeen.firstSight(NOW, List.of(behind))).isEqualTo(NOW);
        assertThat(NodeSeen.firstSight(NOW, List.of())).isEqualTo(NOW);
    }
}
