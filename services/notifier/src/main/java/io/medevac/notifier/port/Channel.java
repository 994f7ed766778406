package io.medevac.notifier.port;

import io.medevac.domain.notification.ChannelKind;
import io.medevac.domain.notification.Delivery;

/** A way to reach people. */
public interface Channel {

    /** What travels by it. */
    ChannelKind kind();

    /**
     * Makes one attempt; blocks, ends within the route's deadline. Receivers can tell a repetition
     * by the delivery's id, since an attempt whose answer was lost is made again.
     *
     * @return how it ended; every failure is an outcome, none is thrown
     */
    Delivery.Outcome send(Delivery delivery);
}
