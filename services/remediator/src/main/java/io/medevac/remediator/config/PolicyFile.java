package io.medevac.remediator.config;

import io.medevac.domain.remediation.policy.DrainPolicy;
import io.medevac.domain.remediation.policy.DrainPolicy.OnTimeout;
import io.medevac.domain.remediation.policy.DrainPolicy.OnUnreachable;
import io.medevac.domain.remediation.policy.Mode;
import io.medevac.domain.remediation.policy.PoolPolicy;
import io.medevac.domain.remediation.policy.RemediationPolicy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The policy file. Strict: an unknown key, a wrong type or a value out of range is refused. */
public final class PolicyFile {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private PolicyFile() {}

    /**
     * Reads the text of a policy file.
     *
     * @param base what holds for whatever the file does not say
     * @throws IllegalArgumentException with one line that names the key and what it allows
     */
    public static RemediationPolicy parse(String text, PoolPolicy base) {
        StrictMap file = StrictMap.of("", load(text));
        PoolPolicy defaults = pool(file.map("defaults"), base);
        Map<String, PoolPolicy> pools = new HashMap<>();
        StrictMap named = file.map("pools");
        for (String name : named.keys()) {
            pools.put(name, pool(named.map(name), defaults));
        }
        named.refuseOthers();
        List<String> marks = file.strings("foreign-marks");
        file.refuseOthers();
        return new RemediationPolicy(defaults, pools, marks);
    }

    private static PoolPolicy pool(StrictMap map, PoolPolicy base) {
        PoolPolicy pool =
                new PoolPolicy(
                        map.word("mode", Mode.class, base.mode()),
                        map.percent("budget", base.budgetPercent()),
                        map.percent("breaker", base.breakerPercent()),
                        map.duration(
                                "cooldown",
                                Duration.ZERO,
                                PoolPolicy.LONGEST_COOLDOWN,
                                base.cooldown()),
                        map.duration("quarantine-timeout", SECOND, HOUR, base.quarantineTimeout()),
                        map.duration(
                                "vacate-timeout",
                                SECOND,
                                DAY.multipliedBy(7),
                                base.vacateTimeout()),
                        drain(map.map("drain"), base.drain()),
                        map.duration("replace-timeout", SECOND, HOUR, base.replaceTimeout()),
                        map.duration(
                                "verify-timeout",
                                SECOND,
                                DAY.multipliedBy(7),
                                base.verifyTimeout()),
                        map.duration("recheck-interval", SECOND, HOUR, base.recheckInterval()),
                        map.duration("retry-interval", SECOND, HOUR, base.retryInterval()));
        map.refuseOthers();
        return pool;
    }

    private static DrainPolicy drain(StrictMap map, DrainPolicy base) {
        DrainPolicy drain =
                new DrainPolicy(
                        map.duration("timeout", SECOND, DAY, base.timeout()),
                        map.word("on-timeout", OnTimeout.class, base.onTimeout()),
                        map.duration("unreachable-after", SECOND, DAY, base.unreachableAfter()),
                        map.word("on-unreachable", OnUnreachable.class, base.onUnreachable()));
        map.refuseOthers();
        return drain;
    }

    private static Object load(String text) {
        try {
            Object loaded = new Load(LoadSettings.builder().build()).loadFromString(text);
            return loaded == null ? Map.of() : loaded;
        } catch (MarkedYamlEngineException e) {
            String line =
                    e.getProblemMark()
                            .map(mark -> "line " + (mark.getLine() + 1) + ": ")
                            .orElse("");
            throw new IllegalArgumentException("no YAML: " + line + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException("no YAML: " + e.getMessage(), e);
        }
    }
}
