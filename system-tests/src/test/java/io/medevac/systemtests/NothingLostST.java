package io.medevac.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.systemtests.LocalStack.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Incidents under crashes and outages, one after the other on one cluster: nothing is lost and
 * nothing is done twice. In the crash table each process of the path is killed, or stopped for a
 * while, at each step; the steps come from the trace of a good run. By default a fair sample in a
 * fixed time, chosen by the printed seed; {@code medevac test --all} runs the whole table.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NothingLostST {
    private static final boolean ALL = Boolean.getBoolean("medevac.crash.all");
    private static final Duration TIME =
            Duration.ofMinutes(Integer.getInteger("medevac.crash.minutes", 2));
    private static final Duration OFF_FOR = Duration.ofSeconds(15);
    private static final Duration FULL_FOR = Duration.ofSeconds(15);
    private static final Duration SLOW_ANSWER = Duration.ofSeconds(10);
    private static final PointServer POINTS = new PointServer();

    @RegisterExtension
    static final LocalStack STACK =
            new LocalStack(
                    Map.of(
                            "JAVA_TOOL_OPTIONS",
                            "-javaagent:"
                                    + Path.of("../crash-agent/target/crash-agent.jar")
                                            .toAbsolutePath()
                                            .normalize()
                                    + "="
                                    + POINTS.port()),
                    List.of("--spares", "3", "--kill-wait", "30"),
                    List.of("kafka", "postgres"));

    private static CrashTrial trial;

    @BeforeAll
    static void submitTheJob(Running stack) {
        trial = new CrashTrial(stack, POINTS);
    }

    @AfterAll
    static void noMorePoints() {
        POINTS.close();
    }

    private final long seed = Long.getLong("medevac.crash.seed", Instant.now().getEpochSecond());

    @Test
    @Order(1)
    void aRestartOfEachServiceInTurnIsNoTrouble(Running stack) {
        AtomicReference<CompletableFuture<Void>> restarts = new AtomicReference<>();
        Once cordoned =
                Once.after(
                        "Fabric8NodeControl.run",
                        "CordonAndTaint",
                        () -> restarts.set(CompletableFuture.runAsync(() -> restartEach(stack))));

        List<String> broken = trial.incident(cordoned, () -> restarts.get().join());

        assertHeld(broken, cordoned);
    }

    @Test
    @Order(2)
    void ofThreeCopiesOfEachServiceOneIsEnough(Running stack) {
        Map<String, Victim> firsts =
                Victim.SERVICES.stream()
                        .collect(Collectors.toMap(name -> name, name -> Victim.of(stack, name)));
        List<Replica> seconds = copies(stack, 2);
        List<Replica> thirds = copies(stack, 3);
        Once requeued =
                Once.after(
                        "CommandLineSlurmControl.requeue",
                        "SlurmJob",
                        () -> firsts.values().forEach(each -> each.signal("KILL")));
        Once admitted =
                Once.after("WarmSparePool.run", "AdmitSpare", () -> seconds.forEach(Replica::kill));
        try {
            Stream.of(seconds, thirds).flatMap(List::stream).forEach(Replica::awaitReady);
            List<String> broken =
                    trial.incident(
                            requeued.andThen(admitted),
                            () -> Victim.SERVICES.forEach(trial::awaitReady));

            assertHeld(broken, requeued, admitted);
        } finally {
            seconds.forEach(Replica::close);
            thirds.forEach(Replica::close);
        }
    }

    @Test
    @Order(3)
    void aSpareThatLosesItsPowerWhileItIsBroughtInIsNoDeadEnd() {
        Once claimed =
                Once.after(
                        "WarmSparePool.run",
                        "ClaimSpare",
                        () -> trial.powerOffFor(trial.claimed(), OFF_FOR));

        List<String> broken = trial.incident(claimed, () -> {});

        assertHeld(broken, claimed);
    }

    @Test
    @Order(4)
    void aNodeUnderRepairThatLosesItsPowerIsReplacedAllTheSame() {
        Once claimed =
                Once.after(
                        "WarmSparePool.run",
                        "ClaimSpare",
                        () -> trial.powerOffFor(trial.faulty(), OFF_FOR));

        List<String> broken = trial.incident(claimed, () -> {});

        assertHeld(broken, claimed);
    }

    @Test
    @Order(5)
    void aControlPlaneThatTakesTenSecondsForAnAnswerMakesItSlowAndNothingElse(Running stack) {
        try (SlowProcess api = new SlowProcess(Victim.of(stack, "kube-apiserver"), SLOW_ANSWER)) {
            List<String> broken = trial.incident(point -> {}, api::close);

            assertThat(broken).isEmpty();
        }
    }

    @Test
    @Order(6)
    void expiredTokensAreNamedAndTheirSuccessorsTaken(Running stack) {
        ServiceTokens tokens = new ServiceTokens(stack);
        Once cordoned =
                Once.after(
                        "Fabric8NodeControl.run",
                        "CordonAndTaint",
                        () -> Thread.ofVirtual().start(tokens::expireUntilNoticed));

        List<String> broken =
                trial.incident(cordoned, () -> tokens.services().forEach(trial::awaitReady));

        assertHeld(broken, cordoned);
        tokens.assertNoticed();
    }

    @Test
    @Order(7)
    void fullDisksOfLogAndDatabaseOnlyMakeItWait(Running stack) {
        FullDisks disks = new FullDisks(stack);
        Once requeued =
                Once.after(
                        "CommandLineSlurmControl.requeue",
                        "SlurmJob",
                        () -> {
                            disks.fill();
                            CrashTrial.later(FULL_FOR, disks::free);
                        });

        List<String> broken =
                trial.incident(
                        requeued, () -> List.of("kafka", "postgres").forEach(trial::awaitReady));

        assertHeld(broken, requeued);
        disks.assertNoticed();
    }

    @Test
    @Order(8)
    void whateverDiesWheneverTheIncidentEndsWellAndNothingHappensTwice() {
        Instant begun = Instant.now();
        List<Point> points = trial.trace();
        List<Crash> table = table(points);
        say(
                "crash table: %d points of a good run, %d crashes; seed %d"
                        .formatted(points.size(), table.size(), seed));
        List<String> broken = new ArrayList<>();
        int tried = 0;
        int held = 0;
        int notReached = 0;
        for (Crash crash : table) {
            if (!ALL && Duration.between(begun, Instant.now()).compareTo(TIME) > 0) {
                break;
            }
            CrashTrial.Outcome outcome = trial.run(crash);
            say("  " + crash + ": " + outcome);
            tried += outcome.reached() ? 1 : 0;
            held += outcome.reached() && outcome.broken().isEmpty() ? 1 : 0;
            notReached += outcome.reached() ? 0 : 1;
            outcome.broken().forEach(what -> broken.add(crash + ": " + what));
        }
        say(
                "crash table: %d points tried, %d held, %d not reached (seed %d, of %d crashes)"
                        .formatted(tried, held, notReached, seed, table.size()));

        assertThat(broken).isEmpty();
        assertThat(tried).isPositive();
    }

    /** Every crash; each process comes in turn, so that any part of the table is fair. */
    private List<Crash> table(List<Point> points) {
        Random random = new Random(seed);
        List<List<Crash>> rows = new ArrayList<>();
        for (String victim : Victim.ALL) {
            List<Crash> row = new ArrayList<>();
            for (Point point : points) {
                for (Crash.Blow blow : Crash.Blow.values()) {
                    row.add(new Crash(victim, blow, point));
                }
            }
            Collections.shuffle(row, random);
            rows.add(row);
        }
        Collections.shuffle(rows, random);
        List<Crash> table = new ArrayList<>();
        for (int i = 0; i < rows.getFirst().size(); i++) {
            for (List<Crash> row : rows) {
                table.add(row.get(i));
            }
        }
        return table;
    }

    private static void assertHeld(List<String> broken, Once... blows) {
        assertThat(broken).isEmpty();
        assertThat(blows).allMatch(Once::reached);
    }

    private static List<Replica> copies(Running stack, int number) {
        return Victim.SERVICES.stream().map(name -> new Replica(stack, name, number)).toList();
    }

    private static void restartEach(Running stack) {
        for (String service : Victim.SERVICES) {
            long before = stack.pid(service);
            Victim.of(stack, service).signal("TERM");
            Awaitility.await(service + " has restarted")
                    .atMost(LocalStack.INCIDENT)
                    .until(() -> stack.pid(service) != before && stack.ready(service));
        }
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
