package io.medevac.detector.adapter.policy;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.detector.config.DetectorConfig;
import io.medevac.detector.fake.Configured;
import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.detection.SitePolicy;
import io.medevac.domain.fault.Gpu;
import io.medevac.domain.fault.RecommendedAction;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRulesTest {
    private static final String RESET = "overrides: [{kind: XID, code: 63, action: RESET_GPU}]";
    private static final String REBOOT = "overrides: [{kind: XID, code: 63, action: REBOOT_NODE}]";
    private static final String WRONG = "overrides: [{kind: XID, code: 63, action: EXPLODE}]";

    @TempDir Path folder;

    @Test
    void withoutAFileTheCatalogueHolds() {
        FileRules rules = new FileRules(config(Map.of()));

        rules.readAgain();

        assertThat(rules.policy()).isEqualTo(SitePolicy.NONE);
        assertThat(action(rules)).isEqualTo(RecommendedAction.NONE);
        assertThat(new SitePolicyReadiness(rules).call().getData()).isEmpty();
    }

    @Test
    void aChangedFileCountsWithoutRestart() throws IOException {
        FileRules rules = rules(RESET);
        assertThat(action(rules)).isEqualTo(RecommendedAction.RESET_GPU);
        String hash = rules.hash();

        write(REBOOT);
        rules.readAgain();

        assertThat(action(rules)).isEqualTo(RecommendedAction.REBOOT_NODE);
        assertThat(rules.policy().overrides()).hasSize(1);
        assertThat(rules.hash()).isNotEqualTo(hash);
    }

    @Test
    void aBrokenFileIsRefusedAsAWholeAndSaidSoWhileTheServiceStaysReady() throws IOException {
        FileRules rules = rules(REBOOT);

        write("overrides:\n  - {kind: XID, code: 63, action: NONE}\n  - {kind: XID, code: x}\n");
        rules.readAgain();

        assertThat(action(rules)).isEqualTo(RecommendedAction.REBOOT_NODE);
        var health = new SitePolicyReadiness(rules).call();
        assertThat(health.getStatus().name()).isEqualTo("UP");
        assertThat(health.getData().orElseThrow())
                .containsEntry("sha256", rules.hash())
                .containsEntry("overrides", 1L)
                .hasEntrySatisfying(
                        "mistake",
                        said ->
                                assertThat(said.toString())
                                        .contains("overrides[1].code: must be a whole number"));

        write(RESET);
        rules.readAgain();
        assertThat(action(rules)).isEqualTo(RecommendedAction.RESET_GPU);
        assertThat(rules.mistake()).isEmpty();
    }

    @Test
    void aDeletedFileAndGarbageLeaveTheLastGoodOne() throws IOException {
        FileRules rules = rules(REBOOT);

        Files.delete(file());
        rules.readAgain();
        assertThat(rules.mistake()).contains("cannot be read");
        byte[] garbage = new byte[10 << 20];
        new Random(3).nextBytes(garbage);
        Files.write(file(), garbage);
        rules.readAgain();
        assertThat(rules.mistake()).contains("is longer than");
        write("[".repeat(1 << 19));
        rules.readAgain();
        assertThat(rules.mistake()).contains("no YAML");

        assertThat(action(rules)).isEqualTo(RecommendedAction.REBOOT_NODE);
    }

    /** As the kubelet changes a mounted ConfigMap. */
    @Test
    void aMountedConfigMapIsFollowed() throws IOException {
        version("..1", RESET);
        version("..2", REBOOT);
        version("..3", WRONG);
        Path data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("..1"));
        Files.createSymbolicLink(file(), Path.of("..data/site.yaml"));
        FileRules rules = rules();

        swap(data, "..2");
        rules.readAgain();
        assertThat(action(rules)).isEqualTo(RecommendedAction.REBOOT_NODE);
        swap(data, "..3");
        rules.readAgain();

        assertThat(action(rules)).isEqualTo(RecommendedAction.REBOOT_NODE);
        assertThat(rules.mistake()).contains("overrides[0].action: must be one of NONE,");
    }

    @Test
    void aMistakeStopsTheStart() throws IOException {
        write(WRONG);

        assertThatThrownBy(this::rules)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(
                        "policy file %s: overrides[0].action: must be one of NONE,"
                                .formatted(file()))
                .hasMessageNotContaining("\n");
    }

    private static RecommendedAction action(FileRules rules) {
        return rules.catalogue()
                .classify(new XidReported(null, 63, null, null, "text"), Gpu.UNKNOWN)
                .action();
    }

    private FileRules rules(String text) throws IOException {
        write(text);
        return rules();
    }

    private FileRules rules() {
        return new FileRules(config(Map.of("medevac.detector.policy-file", file().toString())));
    }

    private Path file() {
        return folder.resolve("site.yaml");
    }

    private void write(String text) throws IOException {
        Files.writeString(file(), text);
    }

    private void version(String name, String text) throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("site.yaml"), text);
    }

    private void swap(Path link, String target) throws IOException {
        Path fresh = Files.createSymbolicLink(folder.resolve("..fresh"), Path.of(target));
        Files.move(fresh, link, ATOMIC_MOVE);
    }

    private static DetectorConfig config(Map<String, String> values) {
        Map<String, String> below = new HashMap<>();
        values.forEach((key, value) -> below.put(key.replace("medevac.detector.", ""), value));
        return Configured.with(below);
    }
}
