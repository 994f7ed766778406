package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.Observed;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What drivers of other devices say, and the kernel of the machine itself. */
final class DeviceText {
    private static final String ADDRESS = "([0-9A-Fa-f:.]{4,23}[0-9A-Fa-f])";

    /** Longer than the name of a process can be. */
    private static final Pattern BOOT = Pattern.compile("Linux version \\d{1,3}\\.\\d");

    /** {@code nvidia 0000:9b:00.0: text}, {@code mlx5_core 0000:ab:00.0 mlx5_5: text}. */
    private static final Pattern DRIVER =
            Pattern.compile("(\\w[\\w-]{1,31}) " + ADDRESS + "(?: ([\\w@.-]{1,32}))?: (.*)");

    private static final Pattern PEERMEM = Pattern.compile("nvidia[-_]peermem:? (.*)");

    /** {@code infiniband mlx5_0: text}. */
    private static final Pattern VERBS = Pattern.compile("(?:infiniband )?(mlx5_\\d{1,4}): (.*)");

    /** {@code mlx5_cmd_out_err:838:(pid 1441871): text}. */
    private static final Pattern MLX5_FUNCTION =
            Pattern.compile("mlx5\\w{0,60}:\\d{1,6}:\\(pid (\\d{1,10})\\): (.*)");

    private static final Pattern IN_FUNCTION =
            Pattern.compile("\\w{1,64}:\\d{1,6}:\\(pid (\\d{1,10})\\): .*");
    private static final Pattern WATCHDOG =
            Pattern.compile("NETDEV WATCHDOG: ([\\w@.-]{1,32}) \\([\\w.-]{1,32}\\): (.*)");
    private static final Pattern DRM =
            Pattern.compile("\\[drm:[\\w.]{1,100} \\[amdgpu\\]\\] \\*ERROR\\* (.*)");
    private static final Pattern AMD_NOISE =
            Pattern.compile("(?:amdgpu: )?(?:\\[drm\\] )?(?:\\*ERROR\\* )?(.*)");
    private static final Pattern APEI = Pattern.compile("\\{\\d{1,6}\\}\\[Hardware Error\\]:.*");
    private static final Pattern EDAC = Pattern.compile("EDAC MC\\d{1,3}: (?:\\d{1,9} )?[CU]E .*");
    private static final Pattern AMD_PROCESS =
            Pattern.compile(".*for process (\\S{0,64}) pid (\\d{1,10}) thread .*");

    private static final Pattern CARRIER =
            Pattern.compile(
                    "(?:[\\w.:-]{0,254}\\w )?systemd-networkd(?:\\[\\d{1,10}\\])?:"
                            + " ((?:ib|en|eth|roce|hsn)\\w{0,13}): ([LlGg](?:ost|ained) carrier).*");
    private static final Pattern PLUGIN =
            Pattern.compile("XidCriticalError: Xid=(\\d{1,9}) on Device=([\\w:.-]{1,64})");

    /** With this begins what it says of itself, or of a GPU that it does not name. */
    private static final String AMD_DRIVER = "amdgpu: ";

    private static final String FIRST_FUNCTION = ".0";
    private static final String PID_WORD = "pid ";
    private static final String PLUGIN_WORD = "XidCriticalError";
    private static final String CARRIER_WORD = " carrier";

    private DeviceText() {}

    /** What the text says; null when it says nothing to Medevac. */
    static @Nullable KernelFact of(String text) {
        if (text.startsWith("Linux version ") && BOOT.matcher(text).lookingAt()) {
            return new KernelFact.BootStarted();
        }
        Matcher driver = DRIVER.matcher(text);
        if (driver.matches()) {
            String pci = PciAddress.parse(driver.group(2)).map(PciAddress::toString).orElse(null);
            return pci == null ? null : ofDriver(driver, pci, driver.group(4));
        }
        KernelFact network = ofNetwork(text);
        return network == null ? ofHost(text) : network;
    }

    private static @Nullable KernelFact ofDriver(Matcher spoken, String pci, String said) {
        String driver = spoken.group(1);
        String address = spoken.group(2);
        String device = spoken.group(3);
        if (driver.equals("nvidia") && said.startsWith("enabling device")) {
            return new GpuEnabled(pci);
        }
        if (said.startsWith("NETDEV WATCHDOG")) {
            return observed("netdev", pci, device, said);
        }
        return switch (driver) {
            case "mlx5_core" -> mlx5(address, pci, device, said);
            case "amdgpu" -> amd(pci, said);
            case "nvidia" -> ofPciCore(pci, said);
            default -> observed("pcie", pci, null, said);
        };
    }

    /** The PCI core speaks in the name of the driver that has the GPU. */
    private static @Nullable Observed ofPciCore(String pci, String said) {
        Observed ofGpu = observed("nvidia", pci, null, said);
        return ofGpu == null ? observed("pcie", pci, null, said) : ofGpu;
    }

    /** A virtual function or a second port that does not start is not the NIC itself. */
    private static @Nullable Observed mlx5(
            String address, String pci, @Nullable String device, String said) {
        boolean first = address.endsWith(FIRST_FUNCTION) || address.indexOf('.') < 0;
        Observed ofFunction = first ? null : observed("mlx5 function", pci, device, said);
        return ofFunction == null ? observed("mlx5", pci, device, said) : ofFunction;
    }

    private static @Nullable Observed amd(@Nullable String pci, String said) {
        Matcher noise = AMD_NOISE.matcher(said);
        String message = noise.matches() ? noise.group(1) : said;
        return observed("amdgpu", pci, null, message);
    }

    private static @Nullable Observed ofNetwork(String text) {
        Matcher function = MLX5_FUNCTION.matcher(text);
        if (function.matches()) {
            Observed said = observed("mlx5", null, null, function.group(2));
            return said == null ? null : spokenIn(said, function.group(1));
        }
        Matcher verbs = VERBS.matcher(text);
        if (verbs.matches()) {
            return observed("mlx5", null, verbs.group(1), verbs.group(2));
        }
        Matcher watchdog = WATCHDOG.matcher(text);
        if (watchdog.matches()) {
            return observed("netdev", null, watchdog.group(1), watchdog.group(2));
        }
        Matcher peermem = PEERMEM.matcher(text);
        return peermem.matches() ? observed("peermem", null, null, peermem.group(1)) : null;
    }

    private static @Nullable Observed ofHost(String text) {
        Matcher drm = DRM.matcher(text);
        if (drm.matches()) {
            return amd(null, drm.group(1));
        }
        if (text.startsWith(AMD_DRIVER)) {
            return amd(null, text);
        }
        if (EDAC.matcher(text).matches()) {
            int details = text.indexOf(" (");
            return observed("edac", null, null, details < 0 ? text : text.substring(0, details));
        }
        boolean machineCheck =
                text.startsWith("[Hardware Error]:")
                        || text.startsWith("mce: [Hardware Error]:")
                        || APEI.matcher(text).matches();
        return machineCheck ? observed("mce", null, null, text) : null;
    }

    /** What programs say that are no kernel; null when it says nothing to Medevac. */
    static @Nullable Observed ofProgram(@Nullable String speaker, String text) {
        Matcher plugin = PLUGIN.matcher(text);
        if (text.contains(PLUGIN_WORD) && plugin.find()) {
            return new Observed(
                    KernelKind.PLUGIN_HEALTH,
                    Integer.valueOf(plugin.group(1)),
                    null,
                    plugin.group(2),
                    null,
                    null,
                    "");
        }
        if (!text.contains(CARRIER_WORD)) {
            return null;
        }
        Matcher carrier = CARRIER.matcher(speaker == null ? text : speaker + ": " + text);
        return carrier.matches()
                ? observed(
                        "carrier",
                        null,
                        carrier.group(1),
                        carrier.group(1) + ": " + carrier.group(2))
                : null;
    }

    private static @Nullable Observed observed(
            String driver, @Nullable String pci, @Nullable String device, String said) {
        KernelKind kind = KernelTexts.kind(driver, said);
        if (kind == null) {
            return null;
        }
        String message = Text.cut(said.strip(), Signal.RAW_LIMIT);
        Observed plain =
                new Observed(kind, NvidiaText.code(kind), pci, device, null, null, message);
        if (!said.contains(PID_WORD)) {
            return plain;
        }
        Matcher function = IN_FUNCTION.matcher(said);
        if (function.matches()) {
            return spokenIn(plain, function.group(1));
        }
        Matcher process = AMD_PROCESS.matcher(said);
        return process.matches()
                ? new Observed(
                        kind, null, pci, device, pid(process.group(2)), process.group(1), message)
                : plain;
    }

    private static Observed spokenIn(Observed said, String pid) {
        return new Observed(
                said.kind(), null, said.pci(), said.device(), pid(pid), null, said.message());
    }

    private static @Nullable Integer pid(String digits) {
        long value = Long.parseLong(digits);
        return value <= Integer.MAX_VALUE ? (int) value : null;
    }
}
