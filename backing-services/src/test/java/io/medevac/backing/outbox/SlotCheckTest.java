package io.medevac.backing.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotCheckTest {

    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    /** The log ends at 100; no slot: empty, an invalidated one: lost. */
    @ParameterizedTest
    @CsvSource({
        "40,   50,  true,  false, ",
        "50,   50,  true,  true,  ",
        "40,   ,    true,  false, ",
        ",     50,  true,  false, no replication slot",
        ",     ,    true,  false, no replication slot",
        "lost, 50,  true,  false, invalidated",
        "51,   50,  true,  false, younger",
        "40,   101, true,  false, ahead",
        "40,   50,  false, false, interrupted",
        "40,   ,    true,  true,  interrupted"
    })
    void knowsEachLoss(
            String slot, Long position, boolean complete, boolean resending, String why) {
        Optional<String> loss =
                SlotCheck.loss(
                        Optional.ofNullable(slot)
                                .map(
                                        start ->
                                                new OutboxDatabase.Slot(
                                                        start.equals("lost")
                                                                ? Optional.empty()
                                                                : Optional.of(
                                                                        Long.valueOf(start)))),
                        Optional.ofNullable(position).map(lsn -> new Position(lsn, complete)),
                        100,
                        resending);

        if (why == null) {
            assertThat(loss).isEmpty();
        } else {
            assertThat(loss).hasValueSatisfying(text -> assertThat(text).contains(why));
        }
    }

    @Test
    void nothingIsMissingWhenOnlyRowsWereRemovedThatHadBeenSent() {
        assertThat(SlotCheck.missing(Optional.of(NOON), Optional.empty())).isEmpty();
        assertThat(SlotCheck.missing(Optional.of(NOON), Optional.of(NOON.minusSeconds(31))))
                .isEmpty();
    }

    @Test
    void somethingIsMissingWhenARowWasRemovedAfterTheLastOneSent() {
        assertThat(SlotCheck.missing(Optional.of(NOON), Optional.of(NOON.minusSeconds(29))))
                .isPresent();
        assertThat(SlotCheck.missing(Optional.empty(), Optional.of(NOON))).isPresent();
        assertThat(SlotCheck.missing(Optional.empty(), Optional.empty())).isEmpty();
    }
}
