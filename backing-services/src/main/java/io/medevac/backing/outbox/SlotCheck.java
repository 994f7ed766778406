package io.medevac.backing.outbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, before the connector starts, whether the replication slot still holds everything that
 * follows the stored position. When it does not, the slot is made anew by the connector in one step
 * with a snapshot of the outbox tables, whose rows are sent again: the slot and the position are
 * removed for it. That this is going on is kept in a file, since a crash between the making of the
 * slot and the first stored position would look like a healthy slot.
 *
 * <p>Debezium's {@code when_needed} alone would stream past what a slot has not sent yet when only
 * the position is lost, miss a commit that is just becoming visible when the slot was made anew by
 * somebody else, and wait half an hour for an invalidated slot.
 */
final class SlotCheck {

    private static final Logger LOG = LoggerFactory.getLogger(SlotCheck.class);

    /** Longest transaction: a row may be committed that much after the time it bears. */
    private static final Duration TRANSACTION = Duration.ofSeconds(30);

    private final OutboxDatabase database;
    private final Path offsets;
    private final ResendFile resend;

    SlotCheck(Map<String, String> config, Path data) {
        this.database = new OutboxDatabase(config);
        this.offsets = offsets(data);
        this.resend = new ResendFile(data.resolve("resend"));
    }

    /** File of the connector's position. */
    static Path offsets(Path data) {
        return data.resolve("offsets");
    }

    /**
     * Makes the next start safe.
     *
     * @return whether the connector must send again what the tables hold
     */
    boolean prepare() throws IOException, SQLException {
        try (Connection connection = database.connect()) {
            Optional<Position> position = Position.in(offsets);
            Optional<OutboxDatabase.Slot> slot = database.slot(connection);
            Optional<String> loss =
                    loss(slot, position, database.end(connection), resend.isThere());
            if (loss.isEmpty()) {
                resend.remove();
                return false;
            }
            Optional<Instant> complete = resend.isThere() ? resend.complete() : lastStored();
            tell(loss.get(), complete, database.removedUntil(connection));
            resend.write(complete);
            if (slot.isPresent()) {
                database.dropSlot(connection);
            }
            Files.deleteIfExists(offsets);
            return true;
        }
    }

    /**
     * Why the slot does not hold everything after the position; empty when it does.
     *
     * @param end end of the database's write-ahead log
     * @param resending whether sending again was begun before
     */
    static Optional<String> loss(
            Optional<OutboxDatabase.Slot> slot,
            Optional<Position> position,
            long end,
            boolean resending) {
        if (slot.isEmpty()) {
            return Optional.of("there is no replication slot");
        }
        Optional<Long> start = slot.get().start();
        if (start.isEmpty()) {
            return Optional.of("the replication slot was invalidated");
        }
        if (position.isEmpty()) {
            return resending ? Optional.of("sending again was interrupted") : Optional.empty();
        }
        if (!position.get().complete()) {
            return Optional.of("sending again was interrupted");
        }
        if (start.get() > position.get().lsn()) {
            return Optional.of("the replication slot is younger than the stored position");
        }
        return position.get().lsn() > end
                ? Optional.of("the stored position is ahead of the database: fail-over or restore")
                : Optional.empty();
    }

    private Optional<Instant> lastStored() throws IOException {
        return Files.exists(offsets)
                ? Optional.of(Files.getLastModifiedTime(offsets)).map(FileTime::toInstant)
                : Optional.empty();
    }

    private static void tell(String loss, Optional<Instant> complete, Optional<Instant> removed) {
        Optional<String> missing = missing(complete, removed);
        if (missing.isPresent()) {
            LOG.error(
                    "EVENTS ARE MISSING: {}; what the outbox tables hold is sent again, but {}. Incidents go on from what"
                            + " Kubernetes and Slurm show; see docs/runbooks/outbox.md",
                    loss,
                    missing.get());
        } else if (complete.isPresent()) {
            LOG.warn("{}; what the outbox tables hold is sent again, nothing is missing", loss);
        } else {
            LOG.info("{}, and no position: what the outbox tables hold is sent", loss);
        }
    }

    /** What cannot be sent again; empty when all can be. */
    static Optional<String> missing(Optional<Instant> complete, Optional<Instant> removed) {
        if (removed.isEmpty()) {
            return Optional.empty();
        }
        if (complete.isEmpty()) {
            return Optional.of(
                    "it is not known what was sent before, and rows up to %s were removed"
                            .formatted(removed.get()));
        }
        return removed.get().isAfter(complete.get().minus(TRANSACTION))
                ? Optional.of(
                        "it was complete up to %s only, and rows up to %s were removed"
                                .formatted(complete.get(), removed.get()))
                : Optional.empty();
    }
}
