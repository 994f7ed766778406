package io.medevac.notifier.fake;

import io.medevac.domain.notification.Delivery.State;
import io.medevac.notifier.port.DeliveryStore;
import io.medevac.notifier.port.DeliveryStoreContract;
import java.util.List;
import java.util.UUID;

class InMemoryDeliveryStoreTest extends DeliveryStoreContract {

    private final InMemoryDeliveryStore store = new InMemoryDeliveryStore();

    @Override
    protected DeliveryStore store() {
        return store;
    }

    @Override
    protected List<String> announced(UUID eventId) {
        return store.announced().stream()
                .filter(delivery -> delivery.origin().eventId().equals(eventId))
                .map(
                        delivery ->
                                delivery.state() instanceof State.Delivered
                                        ? "delivered"
                                        : "failed")
                .toList();
    }
}
