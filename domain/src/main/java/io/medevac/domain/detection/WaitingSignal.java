package io.medevac.domain.detection;

import java.time.Instant;

/**
 * A signal whose boot Kubernetes has not shown yet.
 *
 * @param signal the signal
 * @param awaited what tells its boot
 * @param until when to report it with an unknown boot
 */
public record WaitingSignal(Signal signal, Awaited awaited, Instant until) {

    /** What tells the boot of a signal. */
    public sealed interface Awaited {}

    /**
     * The boot that a log is in.
     *
     * @param stream the log it came from
     * @param boots {@link KernelLogState#boots} at that line: once the log is in another boot,
     *     nobody will show this one any more
     */
    public record OfLog(String stream, int boots) implements Awaited {}

    /** What its source says of the boot. */
    public record Claimed(BootClaim claim) implements Awaited {}
}
