package io.medevac.domain.notification;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpokenTest {

    @ParameterizedTest
    @CsvSource({
        "-5, 0 ms",
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1.0 s",
        "59999, 59.9 s",
        "60000, 1 min",
        "125000, 2 min 5 s",
        "3600000, 1 h",
        "11520000, 3 h 12 min",
        "360000000, 100 h"
    })
    void saysDurationsAsPeopleDo(long millis, String spoken) {
        assertThat(Spoken.duration(Duration.ofMillis(millis))).isEqualTo(spoken);
    }
}
