package io.medevac.intake;

import static io.medevac.intake.Readings.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.domain.detection.Finding;
import io.medevac.domain.detection.Located;
import io.medevac.domain.fault.FaultScope;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterReaderTest {
    private static final Context ON_N9 = new Context("n9", null, null);

    /** Objects of the field, and what each says. */
    static Stream<Arguments> objects() throws IOException {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        Readings.text("expected.txt")
                .lines()
                .skip(1)
                .forEach(
                        row -> {
                            int bar = row.indexOf(" | ");
                            List<String> findings =
                                    expected.computeIfAbsent(
                                            row.substring(0, bar), file -> new ArrayList<>());
                            if (bar + 3 < row.length()) {
                                findings.add(row.substring(bar + 3));
                            }
                        });
        return expected.entrySet().stream().map(row -> Arguments.of(row.getKey(), row.getValue()));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void readsObjectsOfTheField(String file, List<String> expected) throws IOException {
        ClusterReader reader = new ClusterReader(CATALOGUE);

        assertThat(Readings.of(reader::read, ON_N9, Readings.text(file)))
                .extracting(Readings::shortly)
                .isEqualTo(expected);
        assertThat(reader.unreadable()).isZero();
    }

    @Test
    void tellsProcessesLinksTimesAndDisagreement() throws IOException {
        List<Located> two = read("nvsentinel-01-node-syslogxid.json");

        Finding first = two.getFirst().finding();
        assertThat(first.pid()).isEqualTo(1582259);
        assertThat(first.process()).isEqualTo("nvc:[driver]");
        assertThat(first.fault().gpu().uuid())
                .isEqualTo("GPU-22222222-2222-2222-2222-222222222222");
        assertThat(first.at()).isEqualTo(Instant.parse("2026-06-23T18:44:57Z"));
        assertThat(first.fault().rule()).isEqualTo("condition: xid 119, catalogue");
        assertThat(two.get(1).finding().fault().rule())
                .isEqualTo("condition: xid 94, catalogue; the source recommends CONTACT_SUPPORT");
        assertThat(read("nvsentinel-05-event-nonfatal.json").getFirst().finding().process())
                .isEqualTo("a");
        Finding agent = read("hyperpod-01-hma-log.json").getFirst().finding();
        assertThat(agent.link()).isEqualTo(6);
        assertThat(agent.at()).isEqualTo(Instant.parse("2024-08-22T20:59:29Z"));
        assertThat(agent.fault().rule()).contains("contradict each other");
        assertThat(agent.fault().message()).isEqualTo("NVLink: fatal error detected on link 6");
    }

    @Test
    void anAgentsLogLineIsReadWithTheNameThatAmazonGivesItsDetails() throws IOException {
        String line = Readings.text("hyperpod-01-hma-log.json");
        String logged = line.replace("\"details\"", "\"details: \"");

        assertThat(logged).isNotEqualTo(line);
        assertThat(read(logged, ON_N9)).isEqualTo(read(line, ON_N9)).isNotEmpty();
    }

    @Test
    void everyProducerHasItsOwnPolarity() throws IOException {
        String both =
                Readings.text("eks-01-node-acceleratedhardware-false.json")
                        + Readings.text("aks-01-node-conditions.json");

        assertThat(read(both, Context.NOTHING))
                .extracting(located -> located.finding().fault().code())
                .contains(79)
                .hasSize(4);
        assertThat(
                        read(
                                Readings.text("eks-02-node-ready.json")
                                        .replace("AcceleratedHardwareReady", "FooReady")
                                        .replace("\"True\"", "\"False\""),
                                Context.NOTHING))
                .isEmpty();
    }

    @Test
    void aPermanentConditionIsOneFaultAndAMovingHeartbeatIsNone() throws IOException {
        String first = Readings.text("npd-01-kernel-monitor-sticky.json");
        String later = first.replace("2026-06-26T10:00:00Z", "2026-06-29T10:00:00Z");
        String flicker =
                first.replace("\"XidCritical\"", "\"NoXid\"")
                        .replace(
                                "\"GpuXidError\",\n    \"status\": \"True\"",
                                "\"GpuXidError\",\n    \"status\": \"False\"");

        assertThat(read(later, Context.NOTHING)).isEqualTo(read(first, Context.NOTHING));
        assertThat(read(flicker, Context.NOTHING)).isEmpty();
    }

    @Test
    void aNodeThatRunsAnotherBootHasNoFaultOfTheOldOne() throws IOException {
        Context rebooted = new Context(null, "11111111-2222-4333-8444-555555555555", null);

        assertThat(read(Readings.text("eks-01-node-acceleratedhardware-false.json"), rebooted))
                .extracting(Readings::withoutLine)
                .containsExactly(
                        "ip-192-0-2-10.ec2.internal, a GPU, STALE_CONDITION 79, GPU INFO NONE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "[%s]", "[\n%s,\n%1$s]", "{\"items\":[%s],\"kind\":\"List\"}"})
    void readsObjectsInAnyWrapping(String wrapping) throws IOException {
        String object = Readings.text("gke-05-event-xiderror.json").strip();
        ClusterReader reader = new ClusterReader(CATALOGUE);

        assertThat(Readings.of(reader::read, Context.NOTHING, wrapping.formatted(object)))
                .isNotEmpty()
                .extracting(Readings::withoutLine)
                .containsOnly("gke-gpu-1, a GPU, XID 79, GPU CRITICAL REPLACE_NODE");
        assertThat(reader.unreadable()).isZero();
    }

    @Test
    void readsWatchesLineByLineAndForgetsWhatWasDeleted() throws IOException {
        String object = Readings.text("gke-05-event-xiderror.json").replaceAll("\\s*\n\\s*", "");
        String line = "{\"type\":\"%s\",\"object\":" + object + "}\n";
        ClusterReader reader = new ClusterReader(CATALOGUE);

        assertThat(
                        Readings.of(
                                reader::read,
                                Context.NOTHING,
                                line.formatted("ADDED")
                                        + line.formatted("DELETED")
                                        + "{\"type\":\"MODIFIED\",\n"
                                        + line.formatted("MODIFIED")
                                        + "not json\n"
                                        + "{\"a\":tru}\n"
                                        + line.formatted("BOOKMARK")))
                .extracting(Readings::shortly)
                .containsExactly(
                        "1 gke-gpu-1, a GPU, XID 79, GPU CRITICAL REPLACE_NODE",
                        "4 gke-gpu-1, a GPU, XID 79, GPU CRITICAL REPLACE_NODE");
        assertThat(reader.unreadable()).isEqualTo(3);
        assertThat(reader.ignored()).isEqualTo(2);
    }

    @Test
    void readsANodeOfARawListThatNamesNoKind() throws IOException {
        String node =
                Readings.text("eks-01-node-acceleratedhardware-false.json")
                        .replace(" \"kind\": \"Node\",\n", "")
                        .replace(" \"apiVersion\": \"v1\",\n", "");

        assertThat(
                        read(
                                "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":["
                                        + node
                                        + "],\"metadata\":{\"a\":\"]}\"}}\n"
                                        + Readings.text("gke-05-event-xiderror.json"),
                                Context.NOTHING))
                .extracting(located -> located.finding().node())
                .containsExactly("ip-192-0-2-10.ec2.internal", "gke-gpu-1");
    }

    @Test
    void readsHealthEventsThatANodeKeeps() throws IOException {
        String event =
                Readings.text("nvsentinel-07-healthevent.json")
                        .replaceAll("\\s*\n\\s*", "")
                        .replace("\"", "\\\"");
        String node =
                Readings.text("nvsentinel-04-node-healthy.json")
                        .replace(
                                "\"annotations\": {}",
                                "\"annotations\": {\"quarantineHealthEvent\": \"["
                                        + event
                                        + "]\"}");

        assertThat(read(node, Context.NOTHING))
                .extracting(Readings::withoutLine)
                .containsExactly(
                        "aks-gpu-12345678-vmss00000l, GPU 1, XID 95, GPU CRITICAL RESET_GPU");
    }

    @Test
    void nobodyElsesEventIsHeard() throws IOException {
        String ofAPod = Readings.text("gke-05-event-xiderror.json").replace("\"Node\"", "\"Pod\"");

        assertThat(read(ofAPod, Context.NOTHING)).isEmpty();
    }

    @Test
    void theItemsOfAListOfTheApiServerNeedNoKind() throws IOException {
        for (String file :
                List.of(
                        "dra-01-resourceslice-taint.json",
                        "gke-01-node-xidcritical.json",
                        "gke-05-event-xiderror.json")) {
            String object = Readings.text(file);
            String bare =
                    object.replaceFirst("\"kind\": *\"(Node|Event|ResourceSlice)\",", "")
                            .replaceFirst("\"apiVersion\": *\"[a-z0-9./]+\",", "");

            assertThat(bare.length()).isLessThan(object.length() - 20);
            assertThat(
                            read(
                                    "{\"kind\":\"SomeList\",\"apiVersion\":\"v1\",\"items\":["
                                            + bare
                                            + "]}",
                                    ON_N9))
                    .as(file)
                    .extracting(Readings::withoutLine)
                    .isEqualTo(read(object, ON_N9).stream().map(Readings::withoutLine).toList())
                    .isNotEmpty();
        }
    }

    @Test
    void otherTaintsOfADevice() throws IOException {
        String slice = Readings.text("dra-01-resourceslice-taint.json");

        assertThat(read(slice.replace("com/xid", "com/gpu-lost"), Context.NOTHING))
                .extracting(Readings::withoutLine)
                .containsExactly("n1, GPU 2, GPU_LOST, GPU CRITICAL REPLACE_NODE");
        assertThat(read(slice.replace("com/xid", "com/unmonitored"), Context.NOTHING))
                .extracting(located -> located.finding().fault().scope())
                .containsExactly(FaultScope.MONITORING);
        assertThat(read(slice.replace("gpu.nvidia.com/xid", "me/xid"), Context.NOTHING)).isEmpty();
    }

    @Test
    void aPluginThatIsGoneIsBlindNotEightBrokenGpus() throws IOException {
        assertThat(
                        read(
                                Readings.text("deviceplugin-01-allocatable-drop.json")
                                        .replace("\"7\"", "\"0\""),
                                Context.NOTHING))
                .extracting(Readings::withoutLine)
                .containsExactly("n1, a GPU, DEVICE_PLUGIN, MONITORING DEGRADED NONE");
    }

    @Test
    void noBytesBreakIt() throws IOException {
        List<String> texts =
                Stream.concat(
                                objects().map(row -> (String) row.get()[0]),
                                Stream.of("alertmanager-01-firing.json"))
                        .map(ClusterReaderTest::unchecked)
                        .toList();

        Readings.fuzz(new ClusterReader(CATALOGUE)::read, 100_000, texts);
    }

    private static String unchecked(String file) {
        try {
            return Readings.text(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Located> read(String file) throws IOException {
        return read(Readings.text(file), ON_N9);
    }

    private static List<Located> read(String text, Context context) throws IOException {
        return Readings.of(new ClusterReader(CATALOGUE)::read, context, text);
    }
}
