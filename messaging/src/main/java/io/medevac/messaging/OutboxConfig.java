package io.medevac.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long sent events are kept, in case that they must be sent again. */
@ConfigMapping(prefix = "medevac.outbox")
public interface OutboxConfig {

    /**
     * How long a row stays in the outbox table after it was written: when the replication slot is
     * lost, rows younger than this are sent again, so it must be longer than the connector may be
     * away. 1 minute or more, and shorter than {@code medevac.messaging.processed-event-days},
     * since consumers must recognise what comes again. Reasons: docs/adr/020.
     */
    @WithDefault("1h")
    Duration retention();

    /**
     * Rows that the outbox table may hold (1000 or more); what is above is removed, oldest first,
     * before its time, so that the table cannot fill the disk. A row takes about 1 KiB.
     */
    @WithDefault("200000")
    int maxRows();
}
