package io.medevac.slurmbridge.adapter.slurm;

import io.medevac.slurmbridge.config.PolicyBeans;
import io.medevac.slurmbridge.config.SlurmBridgeConfig;
import io.medevac.slurmbridge.port.SlurmControl;
import io.medevac.slurmbridge.port.SlurmReasons;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Makes the door to Slurm. */
final class SlurmBeans {
    private static final String PATH = "PATH";
    private static final String SLURM_CONF = "SLURM_CONF";

    @Produces
    @Singleton
    SlurmControl slurm(SlurmBridgeConfig config, MeterRegistry metrics) {
        return new CommandLineSlurmControl(commands(config, metrics));
    }

    @Produces
    @Singleton
    SlurmReasons reasons(SlurmBridgeConfig config, MeterRegistry metrics) {
        return new CommandLineSlurmReasons(commands(config, metrics));
    }

    private static Commands commands(SlurmBridgeConfig config, MeterRegistry metrics) {
        return new MeasuredCommands(
                new ProcessCommands(
                        PolicyBeans.positive("command-timeout", config.commandTimeout()),
                        environment(System.getenv(), config.slurmConf())),
                metrics);
    }

    /** A token in the environment (SLURM_JWT) would change how the commands authenticate. */
    static Map<String, String> environment(Map<String, String> own, Optional<String> slurmConf) {
        Map<String, String> environment = new HashMap<>();
        environment.put("LC_ALL", "C.UTF-8");
        environment.put(PATH, own.getOrDefault(PATH, "/usr/local/bin:/usr/bin:/bin"));
        slurmConf
                .or(() -> Optional.ofNullable(own.get(SLURM_CONF)))
                .ifPresent(path -> environment.put(SLURM_CONF, path));
        return environment;
    }
}
