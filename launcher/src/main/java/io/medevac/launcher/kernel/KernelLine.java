package io.medevac.launcher.kernel;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Lines of a kernel log. */
public final class KernelLine {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSxxx", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private KernelLine() {}

    /**
     * A line as rsyslog writes it.
     *
     * @param booted when the machine was booted
     */
    static String of(Instant now, Instant booted, String node, String text) {
        double sinceBoot = Duration.between(booted, now).toNanos() / 1e9;
        return String.format(
                Locale.ROOT, "%s %s kernel: [%12.6f] %s", TIME.format(now), node, sinceBoot, text);
    }

    /**
     * What NVIDIA's driver writes when a GPU reports an error.
     *
     * @param xid number of the error
     * @param pci address of the GPU, domain:bus:device
     */
    public static String xid(int xid, String pci) {
        return "NVRM: Xid (PCI:%s): %d, pid='<unknown>', name=<unknown>, %s"
                .formatted(pci, xid, message(xid));
    }

    private static String message(int xid) {
        return switch (xid) {
            case 13 -> "Graphics Exception: ESR 0x404600=0x80000002";
            case 31 -> "MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_0 faulted @ 0x7f2a_10000000";
            case 43 -> "Ch 00000008";
            case 45 -> "Ch 00000008, preemptive removal";
            case 48 -> "DBE (double bit error) ECC Error Detected";
            case 63 -> "Row Remapper: New row marked for remapping, reset gpu to activate.";
            case 64 -> "Row Remapper: Failed to remap row";
            case 74 -> "NVLink: fatal error detected on link 2";
            case 79 -> "GPU has fallen off the bus.";
            case 94 -> "Contained: SM (0x1). RST: No, D-RST: No";
            case 95 -> "Uncontained: LTC TAG (0x2,0x0). RST: Yes, D-RST: No";
            case 119 -> "Timeout after 6s of waiting for RPC response from GPU0 GSP!";
            default -> "injected";
        };
    }
}
