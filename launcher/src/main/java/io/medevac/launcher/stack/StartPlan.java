package io.medevac.launcher.stack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;

/**
 * Steps that wait for other steps and run as soon as these are done, all that can at once. Pure
 * bookkeeping: what a step does is none of its business.
 */
final class StartPlan {

    private final Map<String, CompletableFuture<Void>> steps = new LinkedHashMap<>();
    private final List<Thread> running = new ArrayList<>();
    private final CompletableFuture<Void> firstFailure = new CompletableFuture<>();
    private final Observer observer;
    private final ExecutorService executor;

    /** What a step does. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** Is told how it goes. */
    interface Observer {
        void began(String step);

        void done(String step);

        void failed(String step, Throwable reason);
    }

    StartPlan(Observer observer, ExecutorService executor) {
        this.observer = observer;
        this.executor = executor;
    }

    /**
     * Adds a step; it may begin at once.
     *
     * @param after names of steps that were added before
     */
    StartPlan step(String name, Work work, String... after) {
        CompletableFuture<?>[] before =
                List.of(after).stream().map(this::known).toArray(CompletableFuture<?>[]::new);
        steps.put(
                name,
                CompletableFuture.allOf(before).thenRunAsync(() -> run(name, work), executor));
        return this;
    }

    /** Waits for all steps. When one fails the others are interrupted and its reason is thrown. */
    void await() throws Exception {
        CompletableFuture<Void> all =
                CompletableFuture.allOf(steps.values().toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(all, firstFailure).get();
        } catch (ExecutionException e) {
            interruptAll();
            throw e.getCause() instanceof Exception reason ? reason : e;
        }
    }

    private CompletableFuture<Void> known(String name) {
        CompletableFuture<Void> step = steps.get(name);
        if (step == null) {
            throw new IllegalArgumentException("no step " + name + " yet");
        }
        return step;
    }

    private void run(String name, Work work) {
        synchronized (running) {
            running.add(Thread.currentThread());
        }
        observer.began(name);
        try {
            work.run();
            observer.done(name);
        } catch (Exception e) {
            observer.failed(name, e);
            firstFailure.completeExceptionally(e);
            throw new CompletionException(e);
        } finally {
            synchronized (running) {
                running.remove(Thread.currentThread());
            }
        }
    }

    private void interruptAll() {
        synchronized (running) {
            running.forEach(Thread::interrupt);
        }
    }
}
