package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.SecondHand.Weight;
import io.medevac.domain.detection.table.Table;
import io.medevac.domain.fault.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SecondHandTest {
    private static final Map<Weight, String> WORDS =
            Map.of(Weight.FATAL, "Fatal", Weight.NON_FATAL, "Non-fatal");
    private static final SecondHand SECOND_HAND =
            new SecondHand(FaultCatalogue.shipped()::classify);

    @ParameterizedTest
    @EnumSource(names = {"FATAL", "NON_FATAL"})
    void anSxidMeansTheSameWhoeverTellsIt(Weight weight) {
        List<String> codes =
                Table.rows(SxidCatalogue.class, "sxid.tsv", 5).stream()
                        .map(row -> row.get(0))
                        .toList();
        assertThat(codes).hasSizeGreaterThan(300);

        for (String code : codes) {
            Fault kernel =
                    Reading.only(
                                    "nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): %s, %s, Link 3 x"
                                            .formatted(code, WORDS.get(weight)))
                            .fault();
            Fault told = SECOND_HAND.sxid("dcgm", Integer.parseInt(code), weight, "x");

            assertThat(told)
                    .as(code)
                    .usingRecursiveComparison()
                    .comparingOnlyFields("kind", "code", "scope", "severity", "action")
                    .isEqualTo(kernel);
            assertThat(told.rule()).startsWith("dcgm: sxid %s, catalogue".formatted(code));
        }
    }
}
