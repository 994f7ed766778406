package io.medevac.notifier.port;

import io.medevac.domain.notification.Delivery;
import io.medevac.domain.notification.Silence;
import java.time.Duration;

/** Sees what happens to messages, for logs and metrics; changes nothing and never fails. */
public interface DeliveryObserver {

    /** Something was not told. */
    void silent(Silence why);

    /** An attempt was made and took this long. */
    void attempted(Delivery delivery, Delivery.Outcome outcome, Duration took);

    /** A step was stored. */
    void settled(Delivery.Step step);
}
