package io.medevac.messaging;

import io.medevac.wire.TransientFailure;
import io.quarkus.vertx.VertxContextSupport;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

/** Database transactions for threads that may block. */
@ApplicationScoped
public class Transactions {
    /** Longer than any honest one; a transaction that never ends would hold its locks for ever. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final Duration LONGEST_REHEARSAL = Duration.ofMinutes(1);
    private static final ThreadLocal<@Nullable Stage> STAGE = new ThreadLocal<>();

    private final Mutiny.SessionFactory sessions;

    Transactions(Mutiny.SessionFactory sessions) {
        this.sessions = sessions;
    }

    /**
     * Does the work in one transaction and waits for its end.
     *
     * @throws RuntimeException when it failed, and nothing of it was stored, or when it has not
     *     ended within 30 s, and it is not known
     */
    public <T> T run(Function<Mutiny.Session, Uni<T>> work) {
        return run((session, transaction) -> work.apply(session));
    }

    /**
     * The same for work that may itself want the transaction rolled back.
     *
     * @throws RuntimeException when it failed, and nothing of it was stored
     */
    public <T> T run(BiFunction<Mutiny.Session, Mutiny.Transaction, Uni<T>> work) {
        Stage rehearsal = STAGE.get();
        return rehearsal != null
                ? rehearsal.run(work)
                : await(LONGEST, () -> sessions.withTransaction(work));
    }

    /**
     * Plays on another thread, with all its transactions inside one that is rolled back at the end:
     * each sees what those before it did, nobody else ever sees any of it.
     *
     * @throws RuntimeException when the play failed
     */
    public void rehearse(Runnable play) {
        await(
                LONGEST_REHEARSAL,
                () ->
                        sessions.withTransaction(
                                (session, transaction) -> {
                                    transaction.markForRollback();
                                    Context context = Vertx.currentContext();
                                    return Uni.createFrom()
                                            .voidItem()
                                            .emitOn(Thread::startVirtualThread)
                                            .invoke(
                                                    () ->
                                                            play(
                                                                    new Stage(
                                                                            session,
                                                                            transaction,
                                                                            context),
                                                                    play))
                                            .emitOn(task -> context.runOnContext(v -> task.run()));
                                }));
    }

    private static void play(Stage on, Runnable play) {
        STAGE.set(on);
        try {
            play.run();
        } finally {
            STAGE.remove();
        }
    }

    /**
     * Does a step for each item, one after the other; however many there are, it needs no deeper
     * stack.
     */
    public static <T> Uni<Void> inOrder(Iterable<T> items, Function<T, Uni<Void>> step) {
        return Multi.createFrom()
                .iterable(items)
                .onItem()
                .transformToUniAndConcatenate(step::apply)
                .onItem()
                .ignoreAsUni();
    }

    private static <T> T await(Duration longest, Supplier<Uni<T>> work) {
        try {
            return VertxContextSupport.subscribeAndAwait(
                    () ->
                            work.get()
                                    .ifNoItem()
                                    .after(longest)
                                    .failWith(
                                            () ->
                                                    new TransientFailure(
                                                            "the transaction has not ended within "
                                                                    + longest)));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            // A peer that cannot be reached is a checked exception, and may be there again later.
            throw new TransientFailure("database: " + e.getMessage(), e);
        }
    }

    /** The open transaction of a rehearsal, and the event loop it lives on. */
    private record Stage(Mutiny.Session session, Mutiny.Transaction transaction, Context context) {

        <T> T run(BiFunction<Mutiny.Session, Mutiny.Transaction, Uni<T>> work) {
            CompletableFuture<T> done = new CompletableFuture<>();
            context.runOnContext(
                    v ->
                            work.apply(session, transaction)
                                    .call(session::flush)
                                    .invoke(session::clear)
                                    .subscribe()
                                    .with(done::complete, done::completeExceptionally));
            try {
                return done.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause
                        ? cause
                        : new IllegalStateException(e.getCause());
            } catch (TimeoutException e) {
                throw new IllegalStateException("no answer of the database within " + LONGEST, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
