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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each process of the path is killed, or stopped for a while, at each step of an incident: nothing
 * is lost and nothing is done twice. The steps come from the trace of a good run. By default a fair
 * sample in a fixed time, chosen by the printed seed; {@code medevac test --all} runs the whole
 * table.
 */
class CrashTableST {
    private static final boolean ALL = Boolean.getBoolean("medevac.crash.all");
    private static final Duration TIME =
            Duration.ofMinutes(Integer.getInteger("medevac.crash.minutes", 5));
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
                    List.of("--spares", "3", "--kill-wait", "30"));

    @AfterAll
    static void noMorePoints() {
        POINTS.close();
    }

    private final long seed = Long.getLong("medevac.crash.seed", Instant.now().getEpochSecond());

    @Test
    void whateverDiesWheneverTheIncidentEndsWellAndNothingHappensTwice(Running stack) {
        Instant begun = Instant.now();
        CrashTrial trial = new CrashTrial(stack, POINTS);
        List<Point> points = trial.trace();
        List<Crash> table = table(points);
        say(
                "crash table: %d points of a good run, %d crashes; seed %d"
                        .formatted(points.size(), table.size(), seed));
        List<String> broken = new ArrayList<>();
        int tried = 0;
        int notReached = 0;
        for (Crash crash : table) {
            if (!ALL && Duration.between(begun, Instant.now()).compareTo(TIME) > 0) {
                break;
            }
            CrashTrial.Outcome outcome = trial.run(crash);
            say("  " + crash + ": " + outcome);
            tried += outcome.reached() ? 1 : 0;
            notReached += outcome.reached() ? 0 : 1;
            outcome.broken().forEach(what -> broken.add(crash + ": " + what));
        }
        say(
                "crash table: %d points tried, %d held, %d not reached (seed %d, of %d crashes)"
                        .formatted(
                                tried,
                                tried - brokenCrashes(broken),
                                notReached,
                                seed,
                                table.size()));

        assertThat(broken).isEmpty();
        assertThat(tried).isPositive();
    }

    private static long brokenCrashes(List<String> broken) {
        return broken.stream()
                .map(line -> line.substring(0, line.indexOf(": ")))
                .distinct()
                .count();
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

    private static void say(String text) {
        System.out.println(text);
    }
}
