package io.medevac.domain.detection;

import java.time.Instant;

/**
 * A signal whose boot Kubernetes has not shown yet.
 *
 * @param signal the signal
 * @param stream the log it came from
 * @param boots {@link KernelLogState#boots} at that line: once the log is in another boot, nobody
 *     will show this one any more
 * @param until when to report it with an unknown boot
 */
public record WaitingSignal(Signal signal, String stream, int boots, Instant until) {}
