package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PciAddressTest {

    @ParameterizedTest
    @CsvSource({
        "0000:9b:00, 0000:9b:00",
        "0000:9B:00.0, 0000:9b:00",
        "00000000:9B:00.0, 0000:9b:00",
        "00000018:01:00.0, 0018:01:00",
        "0000:00:1E.0, 0000:00:1e",
        "18:00.0, 0000:18:00",
        "0000:90:1c, 0000:90:1c",
        "10000:e1:00, 10000:e1:00",
    })
    void hasOneSpelling(String text, String address) {
        assertThat(PciAddress.parse(text).orElseThrow()).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "...", "9b", "0000:9b", "0000:9b:00:00", "0000:9b:00.9", "g0:00.0"})
    void refusesWhatIsNone(String text) {
        assertThat(PciAddress.parse(text)).isEmpty();
    }
}
