package io.medevac.launcher.demo;

import io.medevac.events.IncidentClosed;
import io.medevac.events.JobResumed;
import io.medevac.events.NodeReplaced;
import io.medevac.events.RemediationFailed;
import io.medevac.events.RemediationHeld;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Home;
import io.medevac.launcher.Installation;
import io.medevac.launcher.Wait;
import io.medevac.launcher.kernel.KernelLine;
import io.medevac.launcher.kernel.KernelLog;
import io.medevac.launcher.record.EventFeed;
import io.medevac.launcher.record.Incident;
import io.medevac.launcher.record.Recorded;
import io.medevac.launcher.signal.FaultyGpu;
import io.medevac.launcher.signal.Sayer;
import io.medevac.launcher.signal.SignalKind;
import io.medevac.launcher.stack.StackAddresses;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackOptions;
import io.medevac.launcher.view.EventLine;
import io.medevac.launcher.view.ShareOfTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One GPU fails under a real training job, after an application's fault on another node that must
 * change nothing. The only thing done to the system is that a source says so each time; all else is
 * looked at from the outside.
 */
public final class Demo {

    private static final int GPU = 3;
    private static final int XID = 79;
    private static final String FALLEN = "GPU has fallen off the bus";
    private static final int APPLICATION_XID = 13;
    private static final List<String> TRAINING_NODES = List.of("gpu-0", "gpu-1");
    private static final int STEPS_BEFORE_FAULT = 100;
    private static final Duration STARTED_WITHIN = Duration.ofSeconds(60);
    private static final Duration RECOVERED_WITHIN = Duration.ofMinutes(3);
    private static final Duration FINISHED_WITHIN = Duration.ofMinutes(3);
    private static final Duration TOLD_WITHIN = Duration.ofSeconds(15);

    private final Home home;
    private final Installation installation;
    private final StackControl control;
    private final Narrator narrator;
    private final String node;
    private final SignalKind kind;

    /**
     * A demonstration that is about to begin.
     *
     * @param node node that loses a GPU: gpu-0 or gpu-1
     * @param kind who says so
     */
    public Demo(
            Home home,
            Installation installation,
            StackControl control,
            Narrator narrator,
            String node,
            SignalKind kind) {
        this.home = home;
        this.installation = installation;
        this.control = control;
        this.narrator = narrator;
        this.node = node;
        this.kind = kind;
    }

    /**
     * Runs it on a stack that is up.
     *
     * @return what was seen, judged
     * @throws CommandFailure when a wait passed its deadline
     */
    public DemoReport run() throws InterruptedException {
        StackAddresses stack = new StackAddresses(home, installation);
        Slurm slurm = new Slurm(stack.lab());
        Kubernetes kubernetes = new Kubernetes(stack.lab());
        kubernetes.startWorkload(home.state());
        TrainingRun reference = reference(slurm);
        kubernetes.awaitWorkload(STARTED_WITHIN);
        TrainingRun run = submit(slurm, "training", Map.of());
        narrator.say(
                "job %d: 2 nodes, 8 GPUs each, %d steps, submitted with sbatch"
                        .formatted(run.job(), TrainingRun.STEPS));
        FaultyGpu gpu = FaultyGpu.of(node, KernelLog.of(home, node).boot(), GPU, XID, FALLEN);
        AtomicReference<Instant> written = new AtomicReference<>(Instant.MAX);
        try (EventFeed feed =
                        new EventFeed(
                                stack.record(narrator::say),
                                recorded -> show(recorded, written.get()));
                CordonWatch cordon = new CordonWatch(node, stack);
                EvictionWatch evictions = new EvictionWatch(node, stack)) {
            reportApplicationFault(feed);
            Wait.until(
                    "job %d has trained %d steps".formatted(run.job(), STEPS_BEFORE_FAULT),
                    STARTED_WITHIN,
                    () -> run.step() >= STEPS_BEFORE_FAULT);
            breakGpu(run, gpu, new Sayer(home, stack), written);
            awaitRecovery(feed);
            List<StackControl.Status> memory = control.status();
            narrator.say("the incident is closed; waiting for the job to finish");
            Wait.until(
                    "job %d has finished".formatted(run.job()),
                    FINISHED_WITHIN,
                    () -> hasEnded(slurm.job(run.job())));
            kubernetes.awaitWorkload(STARTED_WITHIN);
            Wait.holdsWithin(
                    TOLD_WITHIN, () -> new Received(home).mailsTo(TrainingRun.OWNER).size() >= 2);
            Incident incident = feed.incidentOf(node).orElseThrow();
            Facts facts = facts(incident, slurm, kubernetes, run, reference);
            return new DemoReport(
                    home,
                    stack,
                    run,
                    incident,
                    cordon.seen().map(at -> Duration.between(written.get(), at)),
                    ShareOfTime.of(incident, written.get(), evictions.seen()),
                    Checks.of(facts),
                    memory);
        }
    }

    /** A line that the program of a user causes: told, and nothing else. */
    private void reportApplicationFault(EventFeed feed) throws InterruptedException {
        String other =
                TRAINING_NODES.stream()
                        .filter(name -> !name.equals(node))
                        .findFirst()
                        .orElseThrow();
        KernelLog log = KernelLog.of(home, other);
        log.write(Instant.now(), KernelLine.xid(APPLICATION_XID, log.boot().gpu(GPU)));
        Wait.until(
                "the fault of an application is reported",
                TOLD_WITHIN,
                () ->
                        feed.incidentOf(other)
                                .filter(found -> found.last(RemediationHeld.class).isPresent())
                                .isPresent());
        narrator.say(
                "%s: Xid %d, the fault of an application: reported, nothing is done to the node"
                        .formatted(other, APPLICATION_XID));
    }

    /** Nothing is done but that the source says it. */
    private void breakGpu(
            TrainingRun run, FaultyGpu gpu, Sayer sayer, AtomicReference<Instant> written)
            throws InterruptedException {
        narrator.say("step %d; now %s:".formatted(run.step(), how()));
        written.set(Instant.now());
        sayer.say(kind, gpu, written.get());
        narrator.fault(
                new EventLine(
                        kind.toString(),
                        node,
                        "GPU %d (%s)".formatted(gpu.index(), gpu.pci()),
                        "Xid %d: %s".formatted(gpu.xid(), gpu.text())));
    }

    private String how() {
        return switch (kind) {
            case KERNEL -> "one line into the kernel log of " + node;
            case DCGM -> "the exporter of %s shows an Xid".formatted(node);
            case CONDITION -> "node %s gets a condition".formatted(node);
            case ALERTMANAGER -> "an alert about %s is sent".formatted(node);
        };
    }

    /** The same job without a fault, with less waiting in it: what it computes is the same. */
    private TrainingRun reference(Slurm slurm) throws InterruptedException {
        TrainingRun reference =
                submit(slurm, "undisturbed", Map.of("STEP_MILLIS", "0", "SAVE_SECONDS", "0.1"));
        narrator.say(
                "job %d: the same training without a fault, to compare with"
                        .formatted(reference.job()));
        Wait.until(
                "job %d has finished".formatted(reference.job()),
                FINISHED_WITHIN,
                () -> hasEnded(slurm.job(reference.job())));
        if (reference.result().isEmpty()) {
            throw new CommandFailure(
                    "the undisturbed run has no result: see " + reference.folder());
        }
        return reference;
    }

    private TrainingRun submit(Slurm slurm, String folder, Map<String, String> pace)
            throws InterruptedException {
        return TrainingRun.submit(
                slurm,
                installation.training(),
                home.work().resolve(folder),
                StackOptions.DEMO.gpus(),
                pace);
    }

    private void show(Recorded recorded, Instant written) {
        boolean ofTheFault =
                !written.isAfter(recorded.at())
                        && recorded.incident().isPresent()
                        && recorded.header().getNode().equals(node);
        if (ofTheFault) {
            narrator.event(recorded, written);
        }
    }

    private void awaitRecovery(EventFeed feed) throws InterruptedException {
        Wait.until(
                "the incident is closed and the job has resumed",
                RECOVERED_WITHIN,
                () -> {
                    var incident = feed.incidentOf(node);
                    incident.flatMap(found -> found.last(RemediationFailed.class))
                            .ifPresent(
                                    failed -> {
                                        throw new CommandFailure(
                                                "the remediation failed: " + failed.getReason());
                                    });
                    return incident.filter(
                                    found ->
                                            found.closedAt().isPresent()
                                                    && found.last(JobResumed.class).isPresent()
                                                    && found.last(IncidentClosed.class).isPresent())
                            .isPresent();
                });
    }

    private Facts facts(
            Incident incident,
            Slurm slurm,
            Kubernetes kubernetes,
            TrainingRun run,
            TrainingRun reference)
            throws InterruptedException {
        String spare =
                incident.last(NodeReplaced.class)
                        .map(NodeReplaced::getReplacement)
                        .orElseThrow(() -> new CommandFailure("no node was put in"));
        Map<String, String> job = slurm.job(run.job());
        Received received = new Received(home);
        return new Facts(
                node,
                spare,
                job,
                slurm.hostnames(job.getOrDefault("NodeList", "")),
                slurm.node(node),
                slurm.node(spare),
                kubernetes.node(node),
                kubernetes.node(spare),
                kubernetes.pods(),
                incident,
                received.mailsTo(TrainingRun.OWNER),
                received.webhooks(),
                received.webhookSecret(),
                new Facts.Training(run.ledger(), run.result(), reference.result()));
    }

    private static boolean hasEnded(Map<String, String> job) {
        return !List.of("PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "REQUEUED", "SUSPENDED")
                .contains(job.get("JobState"));
    }

    /** Tells what happens. */
    public interface Narrator {

        /** A sentence for a person. */
        void say(String text);

        /** What the source says, at the time zero. */
        void fault(EventLine line);

        /** An event of the incident. */
        void event(Recorded recorded, Instant since);
    }
}
