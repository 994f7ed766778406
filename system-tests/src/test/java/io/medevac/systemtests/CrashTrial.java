package io.medevac.systemtests;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.medevac.events.IncidentClosed;
import io.medevac.events.IncidentOutcome;
import io.medevac.events.JobLost;
import io.medevac.events.JobRequeued;
import io.medevac.events.JobResumed;
import io.medevac.events.NodeDrained;
import io.medevac.events.NodeQuarantined;
import io.medevac.events.NodeReplaced;
import io.medevac.events.NodeVacated;
import io.medevac.events.NotificationDelivered;
import io.medevac.events.RemediationFailed;
import io.medevac.systemtests.LocalStack.Running;
import io.medevac.wire.EventTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Incident after incident on one cluster, with one job that goes through all of them. The broken
 * node is repaired (booted anew, made a spare) while the next incident runs.
 */
final class CrashTrial {
    private static final String POOL = "medevac.io/pool";
    private static final String SPARE = "medevac.io/spare";
    private static final String CLAIM = "medevac.io/claim";
    private static final String TRAINING = "training";
    private static final Duration STOPPED_FOR = Duration.ofSeconds(20);
    private static final Duration OVER_WITHIN = Duration.ofMinutes(4);
    private static final Duration REPAIRED_WITHIN = Duration.ofMinutes(3);
    private static final List<Class<? extends SpecificRecord>> ONCE =
            List.of(
                    NodeQuarantined.class,
                    NodeVacated.class,
                    NodeDrained.class,
                    NodeReplaced.class,
                    JobRequeued.class,
                    JobResumed.class,
                    IncidentClosed.class);

    private final Running stack;
    private final PointServer points;
    private final Training training;
    private volatile String faulty = "";

    /**
     * What came of a crash.
     *
     * @param reached whether the incident came to the point at all
     * @param broken what should not be so
     */
    record Outcome(boolean reached, List<String> broken) {
        @Override
        public String toString() {
            String held = broken.isEmpty() ? "held" : String.join("; ", broken);
            return reached ? held : "not reached; " + held;
        }
    }

    CrashTrial(Running stack, PointServer points) {
        this.stack = stack;
        this.points = points;
        this.training = Training.submit(stack);
        training.awaitStep(5);
    }

    /** Every point of an incident in which nothing dies. */
    List<Point> trace() {
        List<Point> seen = new CopyOnWriteArrayList<>();
        List<String> broken = incident(seen::add, () -> {});
        if (!broken.isEmpty()) {
            throw new AssertionError("without any crash: " + broken);
        }
        return List.copyOf(seen);
    }

    /** The crash, and what came of it. */
    Outcome run(Crash crash) {
        Victim victim = Victim.of(stack, crash.victim());
        AtomicBoolean struck = new AtomicBoolean();
        List<String> broken =
                incident(
                        point -> {
                            if (point.equals(crash.point()) && struck.compareAndSet(false, true)) {
                                strike(victim, crash.blow());
                            }
                        },
                        () -> awaitReady(crash.victim()));
        return new Outcome(struck.get(), broken);
    }

    private static void strike(Victim victim, Crash.Blow blow) {
        switch (blow) {
            case KILLED -> victim.signal("KILL");
            case STOPPED -> {
                victim.signal("STOP");
                later(STOPPED_FOR, () -> victim.signal("CONT"));
            }
        }
    }

    /**
     * One incident.
     *
     * @param listener told of each point, on the thread of the process that waits there
     * @param whenOver done after the incident and before the judgement
     * @return what should not be so
     */
    List<String> incident(Consumer<Point> listener, Runnable whenOver) {
        awaitRoom();
        training.awaitRunning();
        String node = nodes(POOL).stream().sorted().findFirst().orElseThrow();
        int restarts = training.restarts();
        faulty = node;
        points.listen(listener);
        List<String> broken = new ArrayList<>();
        try {
            UUID incident = stack.xid(node, 79, OVER_WITHIN);
            IncidentClosed closed = stack.events.await(IncidentClosed.class, OVER_WITHIN, incident);
            points.listen(point -> {});
            whenOver.run();
            if (closed.getOutcome() != IncidentOutcome.RECOVERED) {
                broken.add("ended as " + closed.getOutcome() + ": " + closed.getReason());
            }
            settle(incident);
            broken.addAll(wrongIn(incident, node, restarts));
        } catch (ConditionTimeoutException e) {
            broken.add("did not end: " + e.getMessage());
        } finally {
            points.listen(point -> {});
        }
        Thread.ofVirtual().start(() -> repair(node));
        return broken;
    }

    /** What the topics, Slurm and Kubernetes show that should not be so. */
    private List<String> wrongIn(UUID incident, String node, int restartsBefore) {
        List<String> wrong = new ArrayList<>();
        List<SpecificRecord> events = distinct(stack.events.of(incident));
        for (Class<? extends SpecificRecord> type : ONCE) {
            long times = events.stream().filter(type::isInstance).count();
            if (times != 1) {
                wrong.add(type.getSimpleName() + " happened " + times + " times");
            }
        }
        events.stream()
                .filter(each -> each instanceof JobLost || each instanceof RemediationFailed)
                .forEach(each -> wrong.add(each.toString()));
        wrong.addAll(toldTwice(events));
        if (training.restarts() != restartsBefore + 1) {
            wrong.add("restarts %d -> %d".formatted(restartsBefore, training.restarts()));
        }
        wrong.addAll(training.stepsTrainedTwiceOrSkipped());
        wrong.addAll(wrongWith(stack.node(node), incident));
        Set<String> pool = nodes(POOL);
        if (pool.size() != 2 || pool.contains(node)) {
            wrong.add("the pool is now " + pool);
        }
        String slurm = stack.system("scontrol", "show", "node", node);
        if (!slurm.contains("DRAIN") || !slurm.contains("Reason=medevac:" + incident)) {
            wrong.add("Slurm shows " + slurm.lines().filter(l -> l.contains("Reason")).toList());
        }
        return wrong;
    }

    private static List<String> wrongWith(Node node, UUID incident) {
        List<String> wrong = new ArrayList<>();
        long taints =
                node.getSpec().getTaints().stream()
                        .filter(taint -> incident.toString().equals(taint.getValue()))
                        .count();
        if (!Boolean.TRUE.equals(node.getSpec().getUnschedulable()) || taints != 1) {
            wrong.add("the broken node is " + node.getSpec());
        }
        return wrong;
    }

    private static List<String> toldTwice(List<SpecificRecord> events) {
        Map<String, Long> told =
                events.stream()
                        .filter(NotificationDelivered.class::isInstance)
                        .map(NotificationDelivered.class::cast)
                        .collect(
                                Collectors.groupingBy(
                                        each ->
                                                each.getAbout()
                                                        + " to "
                                                        + each.getRecipient()
                                                        + " by "
                                                        + each.getChannel(),
                                        Collectors.counting()));
        return told.entrySet().stream()
                .filter(each -> each.getValue() > 1)
                .map(each -> each.getKey() + " was told " + each.getValue() + " times")
                .toList();
    }

    /** The log is read at least once: the same event again is no other event. */
    private static List<SpecificRecord> distinct(List<SpecificRecord> events) {
        Set<UUID> seen = new HashSet<>();
        return events.stream()
                .filter(event -> seen.add(EventTypes.headerOf(event).getEventId()))
                .toList();
    }

    /** Until nothing more is told of it: what would be done twice must have its time to happen. */
    private void settle(UUID incident) {
        AtomicInteger known = new AtomicInteger();
        Awaitility.await("nothing more is told")
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            int now = stack.events.of(incident).size();
                            return known.getAndSet(now) == now;
                        });
    }

    /** Waits until a process answers again. */
    void awaitReady(String victim) {
        Awaitility.await(victim + " is ready again")
                .atMost(OVER_WITHIN)
                .until(
                        () ->
                                victim.equals(Victim.SLURMCTLD)
                                        ? stack.ask(List.of("scontrol", "ping")).exit() == 0
                                        : stack.ready(victim));
    }

    /** The spare that an incident has claimed. */
    String claimed() {
        return stack.kubernetes.nodes().withLabel(SPARE, TRAINING).list().getItems().stream()
                .filter(node -> node.getMetadata().getAnnotations().containsKey(CLAIM))
                .map(node -> node.getMetadata().getName())
                .findFirst()
                .orElseThrow();
    }

    /** The node of the incident. */
    String faulty() {
        return faulty;
    }

    /** A power cut of a machine; back after a while. */
    void powerOffFor(String node, Duration time) {
        stack.lab(REPAIRED_WITHIN, "node", "kill", node);
        later(time, () -> stack.lab(REPAIRED_WITHIN, "node", "boot", node));
    }

    /** Does it after a while, whatever happens until then. */
    static void later(Duration time, Runnable what) {
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS).execute(what);
    }

    private void awaitRoom() {
        Awaitility.await("a spare")
                .atMost(REPAIRED_WITHIN)
                .until(() -> !nodes(SPARE).isEmpty() && nodes(POOL).size() == 2);
    }

    private Set<String> nodes(String label) {
        return stack.kubernetes.nodes().withLabel(label, TRAINING).list().getItems().stream()
                .map(node -> node.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    /** As a technician would: a new boot, our marks off, back to the spares. */
    private void repair(String node) {
        String boot = stack.node(node).getStatus().getNodeInfo().getBootID();
        stack.lab(REPAIRED_WITHIN, "node", "kill", node);
        stack.lab(REPAIRED_WITHIN, "node", "boot", node);
        Awaitility.await(node + " booted")
                .atMost(REPAIRED_WITHIN)
                .ignoreExceptions()
                .until(
                        () ->
                                !boot.equals(stack.node(node).getStatus().getNodeInfo().getBootID())
                                        && ready(stack.node(node)));
        Awaitility.await(node + " is a spare again")
                .atMost(REPAIRED_WITHIN)
                .ignoreExceptions()
                .untilAsserted(
                        () -> stack.kubernetes.nodes().withName(node).edit(CrashTrial::asSpare));
    }

    private static boolean ready(Node node) {
        return node.getStatus().getConditions().stream()
                .anyMatch(
                        each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
    }

    private static Node asSpare(Node node) {
        Node spare = new NodeBuilder(node).build();
        spare.getMetadata().getLabels().keySet().removeIf(key -> key.startsWith("medevac.io/"));
        spare.getMetadata()
                .getAnnotations()
                .keySet()
                .removeIf(key -> key.startsWith("medevac.io/"));
        spare.getMetadata().getLabels().put(SPARE, TRAINING);
        spare.getSpec().getTaints().removeIf(taint -> taint.getKey().startsWith("medevac.io/"));
        return spare;
    }
}
