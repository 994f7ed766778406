package io.medevac.domain.detection;

import io.medevac.domain.fault.Gpu;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether anything still comes of one node's kernel log. What was heard is stored now and then
 * only, so silence counts a quarter longer than asked for: a replica that takes over never takes
 * what another one heard for silence.
 *
 * @param heardAt when something was heard of it last, as far as it is stored
 * @param blind whether its silence was told
 */
public record KernelLogWatch(Instant heardAt, boolean blind) {
    private static final String BLIND = " blind";
    private static final int STORED_PER_PATIENCE = 4;

    /**
     * What came of a look.
     *
     * @param after what is known now; the same as before: there is nothing to store
     * @param told that nothing can be learnt of the node; null when there is nothing to tell
     */
    public record Look(KernelLogWatch after, @Nullable Finding told) {}

    /** Of a log that something is heard of for the first time. */
    public static KernelLogWatch begun(Instant heardAt) {
        return new KernelLogWatch(heardAt, false);
    }

    /**
     * Looks at it now.
     *
     * @param heard when this process heard something of it last; null when it never did
     * @param listening since when this process listens and could have stored what it hears
     * @param patience how long a node may be silent
     */
    public Look look(
            String node,
            @Nullable Instant heard,
            Instant listening,
            Instant now,
            Duration patience) {
        Instant latest = heard == null || heard.isBefore(heardAt) ? heardAt : heard;
        Duration stale = patience.dividedBy(STORED_PER_PATIENCE);
        Instant since = latest.isBefore(listening) ? listening : latest;
        if (now.isBefore(since.plus(patience).plus(stale))) {
            boolean speaks = latest.isAfter(heardAt);
            boolean stored = blind ? !speaks : latest.isBefore(heardAt.plus(stale));
            return new Look(stored ? this : begun(latest), null);
        }
        return blind
                ? new Look(this, null)
                : new Look(new KernelLogWatch(latest, true), silent(node, latest, patience));
    }

    /** As text, for {@link #of}. */
    public String text() {
        return heardAt + (blind ? BLIND : "");
    }

    /** From its text; empty when {@link #text} did not write it. */
    public static Optional<KernelLogWatch> of(String text) {
        boolean blind = text.endsWith(BLIND);
        String heardAt = blind ? text.substring(0, text.length() - BLIND.length()) : text;
        try {
            return Optional.of(new KernelLogWatch(Instant.parse(heardAt), blind));
        } catch (DateTimeException notOurs) {
            return Optional.empty();
        }
    }

    private static Finding silent(String node, Instant since, Duration patience) {
        return new Finding(
                Meaning.BLIND.fault(
                        null,
                        Gpu.UNKNOWN,
                        "kernel log: nothing for %d s: blind, neither healthy nor broken"
                                .formatted(patience.toSeconds()),
                        "nothing from the node's kernel log since "
                                + since.truncatedTo(ChronoUnit.SECONDS)),
                node,
                null,
                null,
                null,
                null,
                null);
    }
}
