package io.medevac.launcher.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StartPlanTest implements StartPlan.Observer {

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final StartPlan plan = new StartPlan(this, executor);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void aStepWaitsForThoseItNeeds() throws Exception {
        plan.step("one", () -> {}).step("two", () -> {}, "one").step("three", () -> {}, "two");

        plan.await();

        assertThat(told)
                .containsExactly(
                        "began one",
                        "done one",
                        "began two",
                        "done two",
                        "began three",
                        "done three");
    }

    @Test
    void stepsThatNeedNothingRunAtTheSameTime() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        StartPlan.Work meet =
                () -> {
                    both.countDown();
                    both.await();
                };

        plan.step("one", meet).step("two", meet).await();

        assertThat(told).contains("done one", "done two");
    }

    @Test
    void aFailureInterruptsTheOthersAndIsThrown() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        plan.step(
                "endless",
                () -> {
                    try {
                        runs.countDown();
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                });
        plan.step(
                "broken",
                () -> {
                    runs.await();
                    throw new IllegalStateException("no");
                });
        plan.step("later", () -> {}, "broken");

        assertThatThrownBy(plan::await).isInstanceOf(IllegalStateException.class).hasMessage("no");

        interrupted.await();
        assertThat(told).contains("failed broken").doesNotContain("began later");
    }

    @Override
    public void began(String step) {
        told.add("began " + step);
    }

    @Override
    public void done(String step) {
        told.add("done " + step);
    }

    @Override
    public void failed(String step, Throwable reason) {
        told.add("failed " + step);
    }
}
