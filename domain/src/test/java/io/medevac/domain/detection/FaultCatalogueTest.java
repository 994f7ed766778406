package io.medevac.domain.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.FaultCatalogue.Entry;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultCatalogueTest {
    private static final Gpu GPU = new Gpu(3, "0000:9b:00", null);
    private static final FaultCatalogue CATALOGUE = FaultCatalogue.shipped();

    @Test
    void hasEveryPublishedXid() {
        List<Integer> published =
                Stream.of(IntStream.rangeClosed(1, 176).boxed(), Stream.of(185))
                        .flatMap(codes -> codes)
                        .toList();

        assertThat(CATALOGUE.entries())
                .extracting(Entry::code)
                .containsExactlyElementsOf(published);
        assertThat(CATALOGUE.entries())
                .allSatisfy(
                        entry -> {
                            assertThat(entry.mnemonic()).isNotBlank();
                            assertThat(entry.source()).isNotBlank();
                            assertThat(entry.scope()).isNotEqualTo(FaultScope.UNKNOWN);
                            assertThat(entry.severity()).isNotEqualTo(Severity.UNKNOWN);
                            assertThat(entry.action()).isNotEqualTo(RecommendedAction.UNKNOWN);
                        });
    }

    @Test
    void saysWhereNobodyPublishesAnAction() {
        Fault fault = CATALOGUE.classify(xid(163), GPU);

        assertThat(fault.rule()).isEqualTo("catalogue: xid 163, no action published");
        assertThat(fault.action()).isEqualTo(RecommendedAction.NONE);
        assertThat(fault.severity()).isEqualTo(Severity.INFO);
    }

    @ParameterizedTest
    @CsvSource({
        "13, APPLICATION, INFO, RESTART_APP",
        "31, APPLICATION, INFO, RESTART_APP",
        "43, APPLICATION, INFO, NONE",
        "45, APPLICATION, INFO, RESTART_APP",
        "48, GPU, CRITICAL, RESET_GPU",
        "63, GPU, INFO, NONE",
        "64, GPU, CRITICAL, RESET_GPU",
        "74, NVLINK, CRITICAL, CONTACT_SUPPORT",
        "78, HOST, DEGRADED, CONTACT_SUPPORT",
        "79, GPU, CRITICAL, REPLACE_NODE",
        "94, GPU, DEGRADED, RESTART_APP",
        "95, GPU, CRITICAL, RESET_GPU",
        "119, GPU, CRITICAL, RESET_GPU",
        "140, GPU, CRITICAL, RESET_GPU",
        "145, NVLINK, DEGRADED, CONTACT_SUPPORT",
        "151, HOST, CRITICAL, REBOOT_NODE",
        "154, GPU, DEGRADED, CONTACT_SUPPORT",
    })
    void recommends(int code, FaultScope scope, Severity severity, RecommendedAction action) {
        assertThat(CATALOGUE.classify(xid(code), GPU))
                .isEqualTo(
                        new Fault(
                                "XID",
                                code,
                                GPU,
                                scope,
                                severity,
                                action,
                                "catalogue: xid " + code,
                                "text"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 177, 999, 999_999_999})
    void reportsUnknownCodesAndRecommendsNothing(int code) {
        assertThat(CATALOGUE.classify(xid(code), GPU))
                .isEqualTo(
                        new Fault(
                                "XID",
                                code,
                                GPU,
                                FaultScope.UNKNOWN,
                                Severity.UNKNOWN,
                                RecommendedAction.UNKNOWN,
                                "catalogue: xid " + code + " is unknown: reported, never repaired",
                                "text"));
    }

    @Test
    void takesANodeOutOnlyForFaultsThatBreakTheGpu() {
        assertThat(CATALOGUE.entries())
                .filteredOn(entry -> entry.action().takesNodeOut())
                .allSatisfy(entry -> assertThat(entry.severity()).isEqualTo(Severity.CRITICAL))
                .extracting(Entry::scope)
                .doesNotContain(FaultScope.APPLICATION);
    }

    private static XidReported xid(int code) {
        return new XidReported("0000:9b:00", code, null, null, "text");
    }
}
