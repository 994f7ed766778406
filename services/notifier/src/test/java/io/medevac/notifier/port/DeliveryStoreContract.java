package io.medevac.notifier.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Delivery.State;
import io.medevac.domain.notification.Delivery.Step;
import io.medevac.domain.notification.Message;
import io.medevac.domain.notification.Origin;
import io.medevac.domain.notification.Storm;
import io.medevac.domain.notification.Told;
import io.medevac.notifier.fake.Examples;
import io.medevac.notifier.port.DeliveryStore.Intake;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of deliveries does. */
public abstract class DeliveryStoreContract {

    private static final Told HELD = new Told(null, List.of("assessing: budget"), true);

    /** The store under test; may be shared by all tests. */
    protected abstract DeliveryStore store();

    /** Events that say how a delivery about this event ended: {@code delivered}, {@code failed}. */
    protected abstract List<String> announced(UUID eventId);

    @Test
    void takesAnEventOnce() {
        Delivery delivery = Examples.mail("ops", "ops@example.org");

        assertThat(take(delivery)).isTrue();
        assertThat(store().take(delivery.origin(), Optional.empty(), (told, storm) -> noIntake()))
                .isFalse();

        assertThat(store().find(delivery.id())).contains(delivery);
    }

    @Test
    void takesAnEventAgainThatCouldNotBeDecided() {
        Delivery delivery = Examples.mail("ops", "ops@example.org");

        assertThatThrownBy(
                        () ->
                                store().take(
                                                delivery.origin(),
                                                Optional.empty(),
                                                (told, storm) -> noIntake()))
                .hasStackTraceContaining("decided again");

        assertThat(store().find(delivery.id())).isEmpty();
        assertThat(take(delivery)).isTrue();
    }

    @Test
    void remembersWhatWasToldOfAnIncident() {
        UUID incident = UUID.randomUUID();
        assertThat(
                        store().take(
                                        Examples.origin(incident),
                                        Optional.empty(),
                                        (told, storm) -> new Intake(HELD, storm, List.of())))
                .isTrue();

        assertThat(toldBefore(Examples.origin(incident))).isEqualTo(HELD);
        assertThat(toldBefore(Examples.origin(UUID.randomUUID()))).isEqualTo(Told.NOTHING);
    }

    @Test
    void keepsADeliveryThatIsThereAlready() {
        Delivery delivery = Examples.mail("ops", "ops@example.org");
        assertThat(take(delivery)).isTrue();
        settle(delivery, new State.Pending(3));

        Origin other = Examples.origin(UUID.randomUUID());
        assertThat(
                        store().take(
                                        other,
                                        Optional.empty(),
                                        (told, storm) ->
                                                new Intake(told, storm, List.of(delivery))))
                .isTrue();

        assertThat(store().find(delivery.id()).orElseThrow().state())
                .isEqualTo(new State.Pending(3));
    }

    @Test
    void aDeliveryThatWasNotTriedTakesTheNewerMessage() {
        Delivery first = Examples.mail("ops", "ops@example.org");
        Delivery newer =
                first.saying(new Message("pool.held", "two", "two", "<p>two</p>", Map.of("n", 2L)));
        assertThat(take(first)).isTrue();
        again(newer);
        assertThat(store().find(first.id())).contains(newer);

        settle(first, new State.Pending(1));
        again(first);

        assertThat(store().find(first.id()).orElseThrow().message()).isEqualTo(newer.message());
    }

    @Test
    void remembersWhatWasToldOfAStormWhicheverIncidentItCameFrom() {
        UUID storm = UUID.randomUUID();
        Storm held = new Storm(Examples.origin(UUID.randomUUID()), Examples.NOW, 3);

        assertThat(stormBefore(storm, held)).isEqualTo(Storm.NONE);
        assertThat(stormBefore(storm, Storm.NONE)).isEqualTo(held);
        assertThat(stormBefore(UUID.randomUUID(), held)).isEqualTo(Storm.NONE);
    }

    private void again(Delivery delivery) {
        assertThat(
                        store().take(
                                        Examples.origin(UUID.randomUUID()),
                                        Optional.empty(),
                                        (told, storm) ->
                                                new Intake(told, storm, List.of(delivery))))
                .isTrue();
    }

    private Storm stormBefore(UUID group, Storm after) {
        Storm[] seen = {Storm.NONE};
        assertThat(
                        store().take(
                                        Examples.origin(UUID.randomUUID()),
                                        Optional.of(group),
                                        (told, storm) -> {
                                            seen[0] = storm;
                                            return new Intake(told, after, List.of());
                                        }))
                .isTrue();
        return seen[0];
    }

    @Test
    void countsAttemptsWithoutAnEvent() {
        Delivery delivery = Examples.webhook("pager");
        assertThat(take(delivery)).isTrue();

        settle(delivery, new State.Pending(1));

        assertThat(store().find(delivery.id()).orElseThrow().state())
                .isEqualTo(new State.Pending(1));
    }

    @Test
    void announcesADeliveryOnce() {
        Delivery delivery = Examples.webhook("pager");
        assertThat(take(delivery)).isTrue();

        assertThat(settle(delivery, new State.Delivered(2, Examples.NOW))).isPresent();
        assertThat(settle(delivery, new State.Delivered(3, Examples.NOW))).isEmpty();

        assertThat(store().find(delivery.id()).orElseThrow().state())
                .isEqualTo(new State.Delivered(2, Examples.NOW));
        assertThat(announced(delivery.origin().eventId())).containsExactly("delivered");
    }

    @Test
    void announcesAFailureOnce() {
        Delivery delivery = Examples.mail("ops", "ops@example.org");
        assertThat(take(delivery)).isTrue();

        settle(delivery, new State.Failed(1, Examples.NOW, "SMTP 550"));

        assertThat(store().find(delivery.id()).orElseThrow().state())
                .isEqualTo(new State.Failed(1, Examples.NOW, "SMTP 550"));
        assertThat(announced(delivery.origin().eventId())).containsExactly("failed");
    }

    @Test
    void settlesNothingThatIsNotThere() {
        assertThat(store().settle(UUID.randomUUID(), delivery -> noStep())).isEmpty();
        assertThat(store().find(UUID.randomUUID())).isEmpty();
    }

    @Test
    void letsOnlyOneOfManyTakeAnEvent() throws Exception {
        Delivery delivery = Examples.webhook("pager");

        assertThat(atOnce(() -> take(delivery)).stream().filter(taken -> taken)).hasSize(1);
    }

    @Test
    void letsOnlyOneOfManyEndADelivery() throws Exception {
        Delivery delivery = Examples.webhook("pager");
        assertThat(take(delivery)).isTrue();

        List<Optional<Step>> steps =
                atOnce(() -> settle(delivery, new State.Delivered(1, Examples.NOW)));

        assertThat(steps.stream().filter(Optional::isPresent)).hasSize(1);
    }

    @Test
    void findsWhatIsPendingOnOtherRoutes() {
        String route = "route-" + UUID.randomUUID();
        Delivery pending = Examples.webhook(route);
        Delivery ended = Examples.webhook(route);
        assertThat(take(pending)).isTrue();
        assertThat(take(ended)).isTrue();
        settle(ended, new State.Delivered(1, Examples.NOW));

        assertThat(store().pendingOutside(Set.of("other")))
                .contains(pending.id())
                .doesNotContain(ended.id());
        assertThat(store().pendingOutside(Set.of())).contains(pending.id());
        assertThat(store().pendingOutside(Set.of(route))).doesNotContain(pending.id());
    }

    @Test
    void forgetsOnlyWhatEndedLongAgo() {
        Delivery old = Examples.webhook("pager");
        Delivery recent = Examples.webhook("pager");
        Delivery pending = Examples.webhook("pager");
        List.of(old, recent, pending).forEach(delivery -> assertThat(take(delivery)).isTrue());
        settle(old, new State.Delivered(1, Examples.NOW.minus(Duration.ofDays(60))));
        settle(recent, new State.Delivered(1, Examples.NOW));

        store().forget(Examples.NOW.minus(Duration.ofDays(45)));

        assertThat(store().find(old.id())).isEmpty();
        assertThat(store().find(recent.id())).isPresent();
        assertThat(store().find(pending.id())).isPresent();
    }

    private boolean take(Delivery delivery) {
        return store().take(
                        delivery.origin(),
                        Optional.empty(),
                        (told, storm) -> new Intake(told, storm, List.of(delivery)));
    }

    private Optional<Step> settle(Delivery delivery, State state) {
        return store().settle(
                        delivery.id(), found -> new Step(with(found, state), Optional.empty()));
    }

    private Told toldBefore(Origin origin) {
        Told[] seen = {Told.NOTHING};
        assertThat(
                        store().take(
                                        origin,
                                        Optional.empty(),
                                        (told, storm) -> {
                                            seen[0] = told;
                                            return new Intake(told, storm, List.of());
                                        }))
                .isTrue();
        return seen[0];
    }

    private static Delivery with(Delivery delivery, State state) {
        return new Delivery(
                delivery.id(),
                delivery.origin(),
                delivery.audience(),
                delivery.recipient(),
                delivery.message(),
                delivery.createdAt(),
                state);
    }

    private static Intake noIntake() {
        throw new IllegalStateException("decided again");
    }

    private static Step noStep() {
        throw new IllegalStateException("decided again");
    }

    private static <T> List<T> atOnce(Callable<T> call) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            return threads
                    .invokeAll(List.of(call, call, call, call, call, call, call, call))
                    .stream()
                    .map(DeliveryStoreContract::result)
                    .toList();
        }
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
