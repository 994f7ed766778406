package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.Untrusted;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one line of a kernel log, in any form that a logger gives it. No line ever breaks it. */
public final class KernelLineParser {
    /** Every line that says something has one of these. */
    private static final List<String> NEEDLES =
            List.of(
                    "NVRM:",
                    "nvidia-nvs",
                    "nvidia-peer",
                    "nvidia_peer",
                    "nvidia 0",
                    "mlx5_",
                    "amdgpu",
                    "pcieport",
                    "PCIe Bus Error",
                    "Linux version ",
                    "EDAC MC",
                    "[Hardware Error]",
                    "NETDEV WATCHDOG",
                    "carrier",
                    "XidCriticalError",
                    "SXid (",
                    "MESSAGE\":[",
                    "MESSAGE\" : [");

    private KernelLineParser() {}

    /**
     * What every line that says something has at least one of: a reader of much noise may look for
     * them first.
     */
    public static List<String> needles() {
        return NEEDLES;
    }

    /**
     * What the line says of GPUs and of the boot; empty for all other lines.
     *
     * @param raw the line without its end; control characters and broken characters are allowed
     */
    public static Optional<KernelLine> parse(String raw) {
        for (Framing framing : framings(raw)) {
            KernelFact fact = fact(framing);
            if (fact != null && !(fact instanceof Observed)) {
                return Optional.of(new KernelLine(fact, framing.stamp(), framing.uptime()));
            }
        }
        return Optional.empty();
    }

    /** The line without its framing; none when it cannot say anything. */
    static List<Framing> framings(String raw) {
        for (String needle : NEEDLES) {
            if (raw.contains(needle)) {
                return Framing.all(raw);
            }
        }
        return List.of();
    }

    /** What a line says; null when it says nothing to Medevac. */
    static @Nullable KernelFact fact(Framing framing) {
        String text = framing.text();
        KernelFact fact = framing.trusted() ? ofKernel(text) : null;
        if (fact == null) {
            fact = DeviceText.ofProgram(framing.speaker(), text);
        }
        return fact == null && looksLikeAReport(text)
                ? new Untrusted(NvidiaText.named(text))
                : fact;
    }

    /** What the kernel says; null when it says nothing to Medevac. */
    static @Nullable KernelFact ofKernel(String text) {
        if (text.startsWith(NvidiaText.DRIVER)) {
            return NvidiaText.driver(text);
        }
        return text.startsWith(NvidiaText.SWITCH_DRIVER)
                ? NvidiaText.ofSwitch(text)
                : DeviceText.of(text);
    }

    private static boolean looksLikeAReport(String text) {
        return text.contains(NvidiaText.XID) || text.contains("SXid (PCI");
    }
}
