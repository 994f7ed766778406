package io.medevac.launcher.stack;

import io.medevac.backing.exporter.ExporterPages;
import io.medevac.backing.exporter.ExporterPages.Gpu;
import io.medevac.backing.process.ManagedProcess;
import io.medevac.backing.process.ProcessSpec;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.kernel.Boot;
import io.medevac.launcher.kernel.KernelLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The local stack: which processes it has, in which order they start, and how they stop. Starting
 * what runs and stopping what does not is harmless.
 */
final class Stack {

    private static final Duration LAB_WITHIN = Duration.ofMinutes(6);

    private final Home home;
    private final StackSettings settings;
    private final Lab lab;
    private final ServiceAccounts accounts;
    private final BackingServices backing;
    private final Services services;

    Stack(Home home, Installation installation, StackSettings settings) {
        this.home = home;
        this.settings = settings;
        this.lab = new Lab(home, installation);
        this.accounts = new ServiceAccounts(home, installation, lab);
        this.backing = new BackingServices(home, settings);
        this.services = new Services(home, installation, settings, backing);
    }

    /** Processes that are ours to watch, in the order in which they may start. */
    List<ProcessSpec> specs() {
        List<ProcessSpec> all = new ArrayList<>(backing.specs());
        all.addAll(services.specs());
        return all;
    }

    Lab lab() {
        return lab;
    }

    BackingServices backing() {
        return backing;
    }

    /**
     * Starts all of it and returns when all is ready. Each process waits only for those it needs.
     */
    void start(StartPlan plan) throws Exception {
        plan.step("cluster", () -> lab.up(settings.options()).output(LAB_WITHIN));
        plan.step("accounts", accounts::create);
        plan.step("exporters", this::showGpus, "cluster");
        plan.step("sinks", () -> BackingServices.ready(backing.sinks()));
        plan.step("postgres", backing::startPostgres);
        plan.step("kafka", backing::startKafka);
        plan.step("registry", backing::startRegistry, "postgres");
        plan.step(
                "outbox-engine",
                () -> BackingServices.ready(backing.outbox()),
                "postgres",
                "kafka");
        for (ProcessSpec service : services.specs()) {
            plan.step(
                    service.name(),
                    () -> BackingServices.ready(service),
                    "accounts",
                    "exporters",
                    "postgres",
                    "kafka",
                    "registry");
        }
        plan.await();
    }

    /**
     * Stops all of it: first the services, so that they hand over while their parts are still
     * there; then the rest and the cluster at the same time.
     */
    void stop() throws InterruptedException {
        stopAll(services.specs());
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> cluster =
                    executor.submit(
                            () -> {
                                lab.down();
                                return null;
                            });
            for (ProcessSpec spec : backing.specs().reversed()) {
                stop(spec);
            }
            cluster.get();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new CommandFailure(e.getCause().getMessage(), e);
        }
    }

    /** Each machine was booted just now: the exporter of none shows an error. */
    private void showGpus() throws IOException {
        ExporterPages pages = new ExporterPages(home.state());
        for (String node : settings.options().gpuNodes().toList()) {
            Boot boot = KernelLog.of(home, node).boot();
            pages.healthy(
                    node,
                    boot.gpus().stream()
                            .map(pci -> new Gpu(pci, boot.uuids().getOrDefault(pci, "")))
                            .toList());
        }
    }

    private static void stopAll(List<ProcessSpec> specs) throws InterruptedException {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            executor.invokeAll(
                    specs.stream()
                            .map(
                                    spec ->
                                            (java.util.concurrent.Callable<Void>)
                                                    () -> {
                                                        stop(spec);
                                                        return null;
                                                    })
                            .toList());
        }
    }

    private static void stop(ProcessSpec spec) throws InterruptedException {
        var running = ManagedProcess.find(spec);
        if (running.isPresent()) {
            running.get().stop();
        }
    }

    /** Addresses of the parts, by the names that {@code env} gives them. */
    Map<String, String> addresses() {
        return backing.addresses();
    }
}
