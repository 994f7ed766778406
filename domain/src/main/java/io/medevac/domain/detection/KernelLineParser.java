package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.Untrusted;
import java.util.ArrayList;
import java.util.List;
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
                    "MESSAGE\": [",
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
     * What a raw line says, in order: some forms hold several lines of the kernel in one. Empty for
     * a line that says nothing.
     *
     * @param raw the line without its end; control characters and broken characters are allowed
     */
    public static List<KernelLine> parse(String raw) {
        List<Framing> framings = framings(raw);
        if (framings.isEmpty()) {
            return List.of();
        }
        List<KernelLine> lines = new ArrayList<>();
        for (Framing framing : framings) {
            KernelFact fact = fact(framing);
            String text = framing.trusted() ? framing.text() : "";
            if (fact != null || text.startsWith(NvidiaText.DRIVER)) {
                lines.add(new KernelLine(fact, text, framing.stamp(), framing.uptime()));
            }
        }
        return lines;
    }

    /** The line without its framing; none when it cannot say anything. */
    static List<Framing> framings(String raw) {
        for (String needle : NEEDLES) {
            if (raw.contains(needle)) {
                return ofNoProcess(Framing.all(raw));
            }
        }
        return List.of();
    }

    /** Without a line about a process, and what follows it in its record: names have line ends. */
    private static List<Framing> ofNoProcess(List<Framing> framings) {
        for (int i = 0; i < framings.size(); i++) {
            if (ProcessTrouble.tells(framings.get(i).text())) {
                return framings.subList(0, i);
            }
        }
        return framings;
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
