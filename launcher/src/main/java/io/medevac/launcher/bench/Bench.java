package io.medevac.launcher.bench;

import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackOptions;
import io.medevac.launcher.stack.StackRequest;
import io.medevac.launcher.stack.StackSettings;
import io.medevac.launcher.stack.StackSettings.Port;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The measurements of {@code medevac bench incident}, on a stack of their own. */
public final class Bench {
    private static final StackOptions CLUSTER = new StackOptions("bench", 2, 3, 8, 5, null, false);

    /** After the start, until caches are filled and compilers are done. */
    private static final Duration SETTLE = Duration.ofSeconds(20);

    private static final Map<String, Port> SERVICES = services();

    private final Home home;
    private final Installation installation;
    private final StackControl control;
    private final Consumer<String> out;

    /**
     * With a home of its own.
     *
     * @param out told what happens
     */
    public Bench(Home home, Installation installation, StackControl control, Consumer<String> out) {
        this.home = home;
        this.installation = installation;
        this.control = control;
        this.out = out;
    }

    /**
     * Measures; leaves the stack up.
     *
     * @param incidents how many of each kind
     */
    public BenchReport run(int incidents) throws InterruptedException {
        out.accept("starting the stack …");
        control.up(StackRequest.of(CLUSTER));
        Wait.pause(SETTLE);
        out.accept("at rest for 20 s …");
        List<AtRest> rest = AtRest.watch(control.status());
        StackAddresses stack = new StackAddresses(home, installation);
        out.accept("the bare calls …");
        Floors floors = new Floors(stack);
        String node = new BenchNodes(stack.lab()).pool().getFirst();
        Percentiles kafka = floors.kafkaRoundTrip();
        Percentiles patch = floors.nodePatch(node);
        Percentiles scontrol = floors.scontrolUpdate(node);
        List<Measured> enforced;
        try (IncidentBench bench = new IncidentBench(home, installation, out)) {
            enforced = bench.enforced(incidents);
        }
        out.accept("killing each service …");
        List<Recovery> recoveries = recoveries(stack.settings());
        return new BenchReport(
                enforced, dryRun(incidents), kafka, patch, scontrol, recoveries, rest);
    }

    private List<Recovery> recoveries(StackSettings settings) throws InterruptedException {
        List<Recovery> recoveries = new ArrayList<>();
        for (Map.Entry<String, Port> service : SERVICES.entrySet()) {
            recoveries.add(
                    Recovery.of(service.getKey(), settings.port(service.getValue()), control));
        }
        return recoveries;
    }

    private List<Measured> dryRun(int incidents) throws InterruptedException {
        out.accept("the same stack in dry-run …");
        control.down();
        control.up(new StackRequest(CLUSTER, null, null, null, null, null, true));
        Wait.pause(SETTLE);
        try (IncidentBench bench = new IncidentBench(home, installation, out)) {
            return bench.dryRun(incidents);
        }
    }

    private static Map<String, Port> services() {
        Map<String, Port> services = new LinkedHashMap<>();
        services.put("detector", Port.DETECTOR);
        services.put("remediator", Port.REMEDIATOR);
        services.put("slurm-bridge", Port.SLURM_BRIDGE);
        services.put("notifier", Port.NOTIFIER);
        return services;
    }
}
