package io.medevac.remediator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.medevac.domain.remediation.policy.DrainPolicy.OnTimeout;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {

    @Test
    void anEmptyFileIsTheDefaults() {
        assertThat(PolicyFile.parse("", PoolPolicy.DEFAULT)).isEqualTo(RemediationPolicy.DEFAULT);
    }

    @Test
    void theShippedExampleShowsTheDefaultsOfTheProduct() throws IOException {
        String example = Files.readString(Path.of("../../k8s/examples/policy.yaml"));

        RemediationPolicy policy =
                PolicyFile.parse(example, PoolPolicy.DEFAULT.withMode(Mode.ENFORCE));

        assertThat(policy)
                .isEqualTo(
                        new RemediationPolicy(
                                PoolPolicy.DEFAULT,
                                Map.of("training", PoolPolicy.DEFAULT.withMode(Mode.ENFORCE)),
                                List.of()));
    }

    @Test
    void everyKeyIsTaken() {
        RemediationPolicy policy =
                PolicyFile.parse(
                        """
                        defaults:
                          budget: 5%
                        pools:
                          training:
                            mode: enforce
                            breaker: 50%
                            cooldown: 0s
                            quarantine-timeout: 2s
                            vacate-timeout: 1d
                            drain: {timeout: 3m, on-timeout: force, unreachable-after: 4m}
                            replace-timeout: 5s
                            verify-timeout: 6h
                            recheck-interval: 7s
                            retry-interval: 8s
                        foreign-marks: [example.com/maintenance]
                        """,
                        PoolPolicy.DEFAULT);

        PoolPolicy training = policy.forPool("training");
        assertThat(training.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(training.budgetPercent()).as("from the defaults").isEqualTo(5);
        assertThat(training.breakerPercent()).isEqualTo(50);
        assertThat(training.cooldown()).isZero();
        assertThat(training.quarantineTimeout()).isEqualTo(Duration.ofSeconds(2));
        assertThat(training.vacateTimeout()).isEqualTo(Duration.ofDays(1));
        assertThat(training.drain().timeout()).isEqualTo(Duration.ofMinutes(3));
        assertThat(training.drain().onTimeout()).isEqualTo(OnTimeout.FORCE);
        assertThat(training.drain().unreachableAfter()).isEqualTo(Duration.ofMinutes(4));
        assertThat(training.replaceTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(training.verifyTimeout()).isEqualTo(Duration.ofHours(6));
        assertThat(training.recheckInterval()).isEqualTo(Duration.ofSeconds(7));
        assertThat(training.retryInterval()).isEqualTo(Duration.ofSeconds(8));
        assertThat(policy.foreignMarks()).containsExactly("example.com/maintenance");
        assertThat(policy.forPool("other").mode()).isEqualTo(Mode.DRY_RUN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "defaults: {mode: on}|defaults.mode: must be one of dry-run, enforce, is: on",
                "default: {}|default: unknown key; known here: defaults, foreign-marks, pools",
                "pools: {t: {drain: {timout: 1m}}}|pools.t.drain.timout: unknown key; known here:"
                        + " on-timeout, on-unreachable, timeout, unreachable-after",
                "defaults: {budget: 10}|defaults.budget: must be 0% to 100%, is: 10",
                "defaults: {breaker: 101%}|defaults.breaker: must be 0% to 100%, is: 101%",
                "defaults: {retry-interval: 0s}|defaults.retry-interval: must be a duration like"
                        + " 30s, 10m or 2h, from 1s to 1h, is: 0s",
                "defaults: {vacate-timeout: soon}|defaults.vacate-timeout: must be a duration like"
                        + " 30s, 10m or 2h, from 1s to 168h, is: soon",
                "defaults: {cooldown: 8d}|defaults.cooldown: must be a duration like 30s, 10m or 2h,"
                        + " from 0s to 168h, is: 8d",
                "defaults: 7|defaults: must be a map, is: 7",
                "- a|the file: must be a map, is: [a]",
                "foreign-marks: x|foreign-marks: must be a list of words, is: x"
            })
    void aMistakeIsNamedInOneLine(String yaml, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyFile.parse(yaml, PoolPolicy.DEFAULT))
                .withMessage(message);
    }

    @Test
    void brokenYamlIsNamedWithItsLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyFile.parse("defaults:\n  mode: [", PoolPolicy.DEFAULT))
                .withMessageMatching("no YAML: line [23]: [^\\n]+");
    }

    @Test
    void aKeyGivenTwiceIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyFile.parse("pools: {}\npools: {}", PoolPolicy.DEFAULT))
                .withMessageContaining("duplicate key");
    }
}
