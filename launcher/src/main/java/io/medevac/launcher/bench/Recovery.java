package io.medevac.launcher.bench;

import io.medevac.backing.process.Readiness;
import io.medevac.launcher.CommandFailure;
import io.medevac.launcher.Wait;
import io.medevac.launcher.stack.StackControl;
import io.medevac.launcher.stack.StackControl.Status;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/**
 * How long a service is away after kill -9.
 *
 * @param service its name
 * @param took until it said that it is ready again
 */
record Recovery(String service, Duration took) {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    /** Kills it and waits. */
    static Recovery of(String service, int port, StackControl control) throws InterruptedException {
        Status before =
                control.status().stream()
                        .filter(each -> each.process().equals(service))
                        .findFirst()
                        .orElseThrow(() -> new CommandFailure(service + " does not run"));
        ProcessHandle process =
                ProcessHandle.of(Objects.requireNonNull(before.pid(), service)).orElseThrow();
        Readiness ready =
                Readiness.http(URI.create("http://127.0.0.1:%d/q/health/ready".formatted(port)));
        long begun = System.nanoTime();
        process.destroyForcibly();
        process.onExit().join();
        Wait.until(service + " is ready again", DEADLINE, () -> isReady(ready));
        return new Recovery(service, Duration.ofNanos(System.nanoTime() - begun));
    }

    private static boolean isReady(Readiness readiness) {
        try {
            return readiness.isReady();
        } catch (IOException e) {
            return false;
        }
    }
}
