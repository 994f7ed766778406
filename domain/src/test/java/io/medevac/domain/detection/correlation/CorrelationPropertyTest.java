package io.medevac.domain.detection.correlation;

import static io.medevac.domain.detection.correlation.Told.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.FindingKinds;
import io.medevac.domain.detection.Source;
import io.medevac.domain.fault.Fault;
import io.medevac.domain.fault.FaultScope;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.medevac.domain.fault.Severity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CorrelationPropertyTest {
    private static final int[] CODES = {13, 31, 43, 45, 48, 62, 63, 74, 79, 94, 95, 119, 145, 999};
    private static final String[] NVLINK = {
        "NVRM: Xid (PCI:0000:9b:00): 154, GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)",
        "NVRM: Xid (PCI:0000:9b:00): 45, pid=1, name=a, Ch 1 caused by previous Xid 149",
        "NVRM: Xid (PCI:0000:9b:00): 149, NETIR_BER_EVENT Nonfatal XC0 i0 Link 03 (0x00086226 0x00000001 0x00000000 0x00000000 0x00000000 0x00000000)",
        "nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 20034, Fatal, Link 48",
        "NVRM: GPU at PCI:0000:9b:00: GPU-00000005-1111-2222-3333-444444444445",
    };

    @RepeatedTest(40)
    void theOrderWithinABurstChangesNothing(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        List<Told> burst = burst(random);
        List<Trouble> troubles = Told.troubles(burst);

        for (int i = 0; i < 20; i++) {
            Collections.shuffle(burst, random);
            assertThat(Told.troubles(burst)).isEqualTo(troubles);
        }
        assertThat(troubles.size()).isLessThanOrEqualTo(1);
    }

    @Test
    void anyFindingsAreTakenAndTheirNumberIsKept() {
        Random random = new Random(99);
        List<String> kinds = List.copyOf(FindingKinds.all());
        for (int run = 0; run < 300; run++) {
            List<Told> told = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                told.add(any(random, kinds));
            }

            List<Trouble> troubles = Told.troubles(told);

            assertThat(troubles.stream().mapToLong(Trouble::occurrences).sum())
                    .isLessThanOrEqualTo(told.size());
            assertThat(troubles).allSatisfy(CorrelationPropertyTest::isSound);
        }
    }

    @Test
    void endlessTroublesOfEndlessNodesTakeBoundedMemory() {
        List<Trouble> seen = new ArrayList<>();
        Correlation correlation = new Correlation(seen::add);
        int nodes = 30_000;
        for (int i = 0; i < nodes; i++) {
            Told told = Told.xid(Source.DCGM, 48, new Gpu(i % 8, null, null), NOON);
            correlation.add(told.source(), onNode("n" + i, told));
        }
        int early = seen.size();
        for (int i = 0; i < 1000; i++) {
            Told told =
                    Told.xid(
                            Source.DCGM,
                            48,
                            new Gpu(i % 8, null, null),
                            NOON.plusSeconds(1000L * i));
            correlation.add(told.source(), told.finding());
        }
        correlation.end();

        assertThat(early).isGreaterThan(nodes / 2);
        assertThat(seen).hasSize(nodes + 1000);
    }

    @Test
    void aBurstWithoutEndCountsWhatItCannotTellApart() {
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            told.add(Told.xid(Source.CONDITION, 48, new Gpu(i, null, null), NOON));
        }

        Trouble trouble = Told.troubles(told).getFirst();

        assertThat(trouble.occurrences()).isEqualTo(5000);
        assertThat(trouble.devices().size()).isLessThan(200);
        assertThat(trouble.notes())
                .contains("more different records than are told apart: the rest is only counted");
    }

    @RepeatedTest(20)
    void noNumberOfHarmlessFindingsHidesAFault(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        Told lost = Told.xid(Source.KERNEL, 79, new Gpu(null, "0000:9b:00", null), NOON);
        List<Told> told = new ArrayList<>();
        for (int i = random.nextInt(4 * Burst.MOST); i > 0; i--) {
            told.add(harmless(random, i));
        }
        told.add(random.nextInt(told.size() + 1), lost);

        Trouble trouble = Told.troubles(told).getFirst();
        Dossier dossier = Dossier.EMPTY;
        long times = 0;
        for (Told each : told) {
            dossier = dossier.with(each.source(), each.finding());
            times += each.equals(lost) ? dossier.times(lost.source(), lost.finding()) : 0;
        }

        for (Trouble each : List.of(trouble, dossier.trouble("n1"))) {
            assertThat(each.root()).hasToString("xid 79");
            assertThat(each.action()).isEqualTo(RecommendedAction.REPLACE_NODE);
            assertThat(each.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(each.occurrences()).isLessThanOrEqualTo(told.size());
        }
        assertThat(times).isEqualTo(1);
        assertThat(dossier.times(lost.source(), lost.finding())).isEqualTo(1);
        assertThat(dossier.entries()).hasSizeLessThanOrEqualTo(Burst.MOST);
    }

    @Test
    void whatOnlySurroundsFaultsNeverTakesThePlaceOfOne() {
        List<Told> told = new ArrayList<>();
        for (int i = 0; i < 3 * Burst.MOST; i++) {
            Fault blocked =
                    new Fault(
                            "REPAIR_BLOCKED",
                            i,
                            Gpu.UNKNOWN,
                            FaultScope.HOST,
                            Severity.CRITICAL,
                            RecommendedAction.REPLACE_NODE,
                            "rule",
                            "");
            told.add(Told.of(Source.EVENT, blocked, NOON));
        }
        told.add(Told.xid(Source.KERNEL, 13, new Gpu(null, "0000:9b:00", null), NOON));

        Dossier dossier = Dossier.EMPTY;
        for (Told each : told) {
            dossier = dossier.with(each.source(), each.finding());
        }

        assertThat(dossier.trouble("n1").root()).hasToString("xid 13");
        assertThat(Told.troubles(told).getFirst().root()).hasToString("xid 13");
    }

    private static Told harmless(Random random, int number) {
        int code = List.of(13, 31, 43, 45).get(random.nextInt(4));
        return Told.xid(
                Source.KERNEL,
                code,
                new Gpu(null, "%04x:%02x:00".formatted(1 + number / 200, number % 200), null),
                NOON.plusSeconds(random.nextInt(200)));
    }

    private static void isSound(Trouble trouble) {
        assertThat(trouble.occurrences()).isPositive();
        assertThat(trouble.codes()).isSorted().doesNotHaveDuplicates();
        assertThat(trouble.devices()).doesNotHaveDuplicates();
        assertThat(trouble.sources()).isNotEmpty().isSorted();
        assertThat(trouble.notes()).doesNotHaveDuplicates();
    }

    private static List<Told> burst(Random random) {
        List<Told> told = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            int code = CODES[random.nextInt(CODES.length)];
            Gpu gpu = gpu(random);
            Instant at = NOON.plusSeconds(random.nextInt(4) * 60L);
            if (random.nextBoolean()) {
                told.addAll(
                        Told.kernel(
                                "n1",
                                Told.line(
                                        random.nextInt(200),
                                        "0000:9%d:00".formatted(random.nextInt(3)),
                                        code,
                                        "pid=%d, name=a, text".formatted(random.nextInt(4)))));
            } else {
                told.add(Told.xid(source(random), code, gpu, random.nextInt(5) == 0 ? null : at));
            }
        }
        String said = NVLINK[random.nextInt(NVLINK.length)];
        told.addAll(Told.kernel("n1", said, NOON + " n1 kernel: " + said));
        return told;
    }

    private static Told any(Random random, List<String> kinds) {
        String kind = kinds.get(random.nextInt(kinds.size()));
        Integer code = random.nextBoolean() ? null : CODES[random.nextInt(CODES.length)];
        Fault fault =
                new Fault(
                        kind,
                        code,
                        gpu(random),
                        pick(random, FaultScope.values()),
                        pick(random, Severity.values()),
                        pick(random, RecommendedAction.values()),
                        "rule",
                        random.nextBoolean() ? "" : "caused by previous Xid 999999999");
        return Told.of(source(random), fault, at(random));
    }

    private static @Nullable Instant at(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> Instant.EPOCH.plusSeconds(random.nextInt(10_000));
            case 2 -> random.nextBoolean() ? Instant.MAX : Instant.MIN;
            default -> NOON.plusSeconds(random.nextInt(10_000));
        };
    }

    private static Gpu gpu(Random random) {
        int index = random.nextInt(3);
        return new Gpu(
                random.nextBoolean() ? index : null,
                random.nextBoolean() ? "0000:9%d:00".formatted(index) : null,
                random.nextBoolean() ? "GPU-0000000" + index : null);
    }

    private static Source source(Random random) {
        return pick(random, Source.values());
    }

    private static <T> T pick(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static Finding onNode(String node, Told told) {
        return new Finding(
                told.finding().fault(), node, null, null, null, null, told.finding().at());
    }
}
