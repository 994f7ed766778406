package io.medevac.launcher.stack;

import io.medevac.backing.process.JavaProgram;
import io.medevac.backing.process.Liveness;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.backing.process.Readiness;
import io.medevac.backing.process.StateDirectory;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.stack.StackSettings.Port;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How the four services of Medevac are started on this machine. */
final class Services {

    /** Small and quick to start; a service here serves a handful of nodes. */
    private static final List<String> JVM =
            List.of(
                    "-Xss512k",
                    "-XX:ReservedCodeCacheSize=48m",
                    "-XX:CICompilerCount=1",
                    "-Djava.util.logging.manager=org.jboss.logmanager.LogManager");

    private static final int HEAP_MIB = 96;

    private static final List<String> LARGE_JVM =
            List.of(
                    "-Xmx512m",
                    "-XX:+UseParallelGC",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Djava.util.logging.manager=org.jboss.logmanager.LogManager");

    /** Ten seconds to hand over, and the time to write a class archive where it is missing. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Home home;
    private final Installation installation;
    private final StackSettings settings;
    private final BackingServices backing;

    Services(
            Home home, Installation installation, StackSettings settings, BackingServices backing) {
        this.home = home;
        this.installation = installation;
        this.settings = settings;
        this.backing = backing;
    }

    List<ProcessSpec> specs() {
        return List.of(detector(), remediator(), slurmBridge(), notifier());
    }

    private ProcessSpec detector() {
        Map<String, String> keys = new LinkedHashMap<>(ofDetector());
        keys.put("medevac.detector.dcgm.targets", exporters());
        keys.put("medevac.detector.dcgm.interval", "1s");
        keys.put("medevac.detector.dcgm.timeout", "1s");
        return spec("detector", Port.DETECTOR, keys);
    }

    /**
     * The detector as it runs where it serves a whole cluster: with the better compiler, and
     * without exporters.
     *
     * @param further keys beside those that it needs
     */
    ProcessSpec largeDetector(Map<String, String> further) {
        Map<String, String> keys = new LinkedHashMap<>(ofDetector());
        keys.putAll(further);
        return spec("detector", Port.DETECTOR, keys, LARGE_JVM);
    }

    private Map<String, String> ofDetector() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("medevac.detector.kernel-log.files", home.kernelLog("{node}").toString());
        keys.put("medevac.detector.http.token-file", backing.detectorTokenFile().toString());
        return keys;
    }

    private String exporters() {
        String url = "http://127.0.0.1:" + settings.port(Port.EXPORTERS);
        return settings.options()
                .gpuNodes()
                .map(node -> "%1$s=%2$s/%1$s/metrics".formatted(node, url))
                .collect(Collectors.joining(","));
    }

    private ProcessSpec remediator() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("medevac.remediator.default-mode", "enforce");
        keys.put("medevac.remediator.default-cooldown", "0s");
        if (settings.options().dryRun()) {
            keys.put("medevac.remediator.mode", "dry-run");
        }
        if (settings.options().policy() != null) {
            keys.put("medevac.remediator.policy-file", settings.options().policy());
        }
        return spec("remediator", Port.REMEDIATOR, keys);
    }

    private ProcessSpec slurmBridge() {
        return spec(
                "slurm-bridge",
                Port.SLURM_BRIDGE,
                Map.of("medevac.slurm-bridge.progress.file", "{work_dir}/progress-{job_id}.json"));
    }

    private ProcessSpec notifier() {
        String hook = "http://127.0.0.1:" + settings.port(Port.WEBHOOKS);
        String secret = backing.webhookSecretFile().toString();
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("medevac.notifier.smtp.host", "127.0.0.1");
        keys.put("medevac.notifier.smtp.port", Integer.toString(settings.port(Port.SMTP)));
        keys.put("medevac.notifier.smtp.from", "medevac@localhost");
        keys.put("medevac.notifier.allow-insecure-webhooks", "true");
        keys.put("medevac.notifier.allowed-private-ranges", "127.0.0.0/8");
        route(keys, "owner-mail", "owner", "email", "{mail_user}");
        route(keys, "operators-mail", "operators", "email", "operators@localhost");
        route(keys, "operators-hook", "operators", "webhook", hook + "/operators");
        keys.put("medevac.notifier.routes.operators-hook.secret-file", secret);
        return spec("notifier", Port.NOTIFIER, keys);
    }

    private static void route(
            Map<String, String> keys, String name, String audience, String channel, String target) {
        String prefix = "medevac.notifier.routes." + name + ".";
        keys.put(prefix + "audience", audience);
        keys.put(prefix + "channel", channel);
        keys.put(prefix + "target", target);
    }

    /** Keys go on the command line as they are documented; secrets go into the environment. */
    private ProcessSpec spec(String name, Port port, Map<String, String> keys) {
        List<String> jvm = new ArrayList<>(JavaProgram.smallJvm(HEAP_MIB));
        jvm.addAll(JVM);
        return spec(name, port, keys, jvm);
    }

    private ProcessSpec spec(String name, Port port, Map<String, String> keys, List<String> jvm) {
        List<String> command = new ArrayList<>(List.of(JavaProgram.java().toString()));
        command.addAll(jvm);
        command.addAll(ClassArchive.options(installation.classArchive(name), System.getenv()));
        keys.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-jar", installation.serviceJar(name).toString()));
        int number = settings.port(port);
        return ProcessSpec.named(name, new StateDirectory(home.state()))
                .command(command)
                .environment("MALLOC_ARENA_MAX", "2") // one arena a thread costs tens of MiB
                .environment("QUARKUS_HTTP_HOST", "127.0.0.1")
                .environment("QUARKUS_HTTP_PORT", Integer.toString(number))
                .environment("KUBECONFIG", ServiceAccounts.kubeconfig(home, name).toString())
                .environment("SLURM_CONF", home.state().resolve("slurm/slurm.conf").toString())
                .environment(backing.environmentOf(name))
                .readiness(
                        Readiness.http(
                                URI.create("http://127.0.0.1:%d/q/health/ready".formatted(number))))
                .liveness(
                        Liveness.http(
                                URI.create("http://127.0.0.1:%d/q/health/live".formatted(number))))
                .stopGrace(GRACE)
                .build();
    }
}
