package io.medevac.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventIdsTest {

    @Test
    void newIdsAreVersion7AndSortByTime() {
        Instant now = Instant.parse("2026-01-02T03:04:05.678Z");

        UUID id = EventIds.next(now);
        UUID later = EventIds.next(now.plusMillis(1));

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
        assertThat(later.toString()).isGreaterThan(id.toString());
    }

    @Test
    void derivedIdsAreTheSameForTheSameParts() {
        UUID id = EventIds.derived("demo", "/var/log/kern.log#12", "4711");

        assertThat(id).isEqualTo(EventIds.derived("demo", "/var/log/kern.log#12", "4711"));
        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
    }

    @Test
    void partsDoNotRunIntoEachOther() {
        assertThat(EventIds.derived("ab", "c")).isNotEqualTo(EventIds.derived("a", "bc"));
        assertThat(EventIds.derived("ab")).isNotEqualTo(EventIds.derived("ab", ""));
    }
}
