package io.medevac.systemtests;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A process that takes long for an answer: it is stopped again and again, until this is closed. */
final class SlowProcess implements AutoCloseable {
    private final Victim process;
    private final Duration answer;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> ticking;

    SlowProcess(Victim process, Duration answer) {
        this.process = process;
        this.answer = answer;
        this.ticking =
                ticks.scheduleAtFixedRate(
                        this::stop, 0, answer.plusSeconds(1).toSeconds(), TimeUnit.SECONDS);
    }

    private void stop() {
        process.signal("STOP");
        CrashTrial.later(answer, () -> process.signal("CONT"));
    }

    @Override
    public void close() {
        ticking.cancel(false);
        ticks.close();
        process.signal("CONT");
    }
}
