package io.medevac.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.medevac.fuzz.FuzzRun.Amount;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every parser under the fuzzer for a while, two at a time: {@code ./medevac test --fuzz} for
 * longer. What breaks a rule is shown in Base64, and becomes a test of its parser.
 */
class FuzzTest {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void noBytesBreakAParser() {
        Amount amount =
                new Amount(
                        Long.getLong("medevac.fuzz.inputs", 0),
                        Integer.getInteger("medevac.fuzz.seconds", 4),
                        seed());

        List<FuzzRun> runs =
                Target.all().stream()
                        .parallel()
                        .map(target -> FuzzRun.of(target, amount, folder))
                        .peek(run -> tell(run, amount))
                        .toList();

        assertThat(runs)
                .allSatisfy(run -> assertThat(run.exitCode()).as(run.output()).isZero())
                .allSatisfy(run -> assertThat(run.inputs()).isPositive());
    }

    private static void tell(FuzzRun run, Amount amount) {
        System.out.printf(
                "fuzz: %-14s %9d inputs in %4d s, seed %d: %s%n",
                run.target().name(),
                run.inputs(),
                run.seconds(),
                amount.seed(),
                run.exitCode() == 0 ? "held" : "BROKEN");
    }

    /** Another at each run, so that many short runs look further than one. */
    private static long seed() {
        long given = Long.getLong("medevac.fuzz.seed", 0);
        return given == 0 ? System.currentTimeMillis() / 1000 : given;
    }
}
