package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Malformed;
import io.medevac.domain.detection.KernelFact.Observed;
import io.medevac.domain.detection.KernelFact.XidReported;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What NVIDIA's drivers say, for GPUs and for switches. */
final class NvidiaText {
    static final String DRIVER = "NVRM: ";
    static final String XID = "NVRM: Xid";
    static final String SWITCH_DRIVER = "nvidia-nvswitch";

    private static final String IDENTITY = "NVRM: GPU at ";
    private static final String SERIAL = "NVRM: GPU Board Serial Number";
    private static final String VERSION = "has the version ";
    private static final String ADDRESS = "([0-9A-Fa-f:.]{4,23}[0-9A-Fa-f])";

    private static final Pattern XID_FORM =
            Pattern.compile(
                    "NVRM: Xid \\((?:PCI:)?([0-9A-Fa-f:.]{0,24})(?: GPU-I:\\w{1,8})?"
                            + "(?: GPU-CI:\\w{1,8})?\\): (\\d{1,9})(?:[,\\s]\\s*(.*))?");
    private static final Pattern IDENTITY_FORM =
            Pattern.compile("NVRM: GPU at (?:PCI:)?" + ADDRESS + ": (GPU-[0-9A-Fa-f-]{4,64})");

    /** {@code GPU 0000:04:00.0: text}, {@code The NVIDIA GPU 0000:04:00.0 (PCI ID: …) text}. */
    private static final Pattern OF_GPU =
            Pattern.compile("GPU (?:at )?(?:PCI:)?" + ADDRESS + ": (.*)");

    /** The same as a sentence: {@code GPU at 0000:01:00.0 has fallen off the bus.} */
    private static final Pattern LOST =
            Pattern.compile("(?:The NVIDIA )?GPU (?:at )?(?:PCI:)?" + ADDRESS + "(?: .*)?");

    private static final Pattern OF_INDEX = Pattern.compile("GPU\\d{1,3} (.*)");

    /** {@code nvCheckOkFailedNoLog: text returned from status @ file.c:1}. */
    private static final Pattern CHECK = Pattern.compile("nv(?:Check|Assert)\\w{0,40}: (.*)");

    /** The words of a lost GPU are treated as its Xid and carry its number. */
    private static final int LOST_IS_XID = 79;

    private static final String CHECK_END = " returned from ";
    private static final Pattern LOADING =
            Pattern.compile(
                    "(loading NVIDIA UNIX .{0,80} \\d{3,4}\\.\\d{1,4}(?:\\.\\d{1,4})?)(?: .*)?");
    private static final Pattern CLIENT =
            Pattern.compile(".*the client '([^']{0,64})' \\(pid (\\d{1,10})\\).*");

    private static final Pattern SWITCH = Pattern.compile("nvidia-nvswitch(\\d{1,3}): (.*)");
    private static final Pattern SXID =
            Pattern.compile("SXid \\((?:PCI:)?" + ADDRESS + "\\): (\\d{1,9})(?:[,\\s]\\s*(.*))?");
    private static final Pattern NAMED = Pattern.compile("\\((?:PCI:)?" + ADDRESS);

    private NvidiaText() {}

    /** What the GPU driver says; the text begins with {@link #DRIVER}. */
    static KernelFact driver(String text) {
        if (text.startsWith(XID)) {
            return xid(text);
        }
        if (text.startsWith(IDENTITY)) {
            Matcher form = IDENTITY_FORM.matcher(text);
            String pci = form.matches() ? address(form.group(1)) : null;
            if (pci != null) {
                return new GpuIdentified(pci, form.group(2));
            }
        }
        // A serial number is no fact that anything acts on, and one that sites do not like to show.
        return text.startsWith(SERIAL)
                ? Observed.of(KernelKind.GPU_IDENTITY, null, "")
                : words(text.substring(DRIVER.length()).strip());
    }

    /** What a switch's driver says; null when the text is no switch's. */
    static @Nullable KernelFact ofSwitch(String text) {
        Matcher spoken = SWITCH.matcher(text);
        if (!spoken.matches()) {
            return null;
        }
        String device = "nvswitch" + spoken.group(1);
        String said = spoken.group(2);
        if (!said.startsWith("SXid")) {
            return new Observed(KernelKind.CONTEXT, null, null, device, null, null, cut(said));
        }
        Matcher form = SXID.matcher(said);
        if (!form.matches()) {
            return new Malformed(named(said));
        }
        String message = form.group(3) == null ? "" : cut(form.group(3));
        boolean detail = message.startsWith("Severity ") || message.startsWith("Data {");
        return new Observed(
                detail ? KernelKind.SXID_DETAIL : KernelKind.SXID,
                Integer.valueOf(form.group(2)),
                address(form.group(1)),
                device,
                null,
                null,
                message);
    }

    /** The first address that the text has in brackets; null when none can be read. */
    static @Nullable String named(String text) {
        Matcher named = NAMED.matcher(text);
        return named.find() ? address(named.group(1)) : null;
    }

    private static KernelFact xid(String text) {
        Matcher form = XID_FORM.matcher(text);
        if (!form.matches()) {
            return new Malformed(named(text));
        }
        String rest = form.group(3) == null ? "" : form.group(3);
        NamedProcess named = NamedProcess.in(rest);
        return new XidReported(
                address(form.group(1)),
                Integer.parseInt(form.group(2)),
                named.pid(),
                named.process(),
                cut(named.rest()));
    }

    private static KernelFact words(String said) {
        Matcher ofGpu = OF_GPU.matcher(said);
        if (ofGpu.matches()) {
            return observed(address(ofGpu.group(1)), ofGpu.group(2));
        }
        Matcher lost = LOST.matcher(said);
        if (lost.matches()) {
            return observed(address(lost.group(1)), said);
        }
        if (said.startsWith("API mismatch")) {
            return mismatch(said);
        }
        Matcher loading = LOADING.matcher(said);
        if (loading.matches()) {
            return Observed.of(KernelKind.DRIVER_LOADED, null, loading.group(1));
        }
        Matcher ofIndex = OF_INDEX.matcher(said);
        String message = ofIndex.matches() ? ofIndex.group(1) : said;
        Matcher check = CHECK.matcher(message);
        return check.matches() ? context(check.group(1)) : observed(null, message);
    }

    /** The Xid that a kind of words is equal to; null when it is equal to none. */
    static @Nullable Integer code(@Nullable KernelKind kind) {
        return kind == KernelKind.GPU_LOST ? LOST_IS_XID : null;
    }

    private static Observed observed(@Nullable String pci, String message) {
        KernelKind kind = KernelTexts.kind("nvrm", message);
        return new Observed(
                kind == null ? KernelKind.CONTEXT : kind,
                code(kind),
                pci,
                null,
                null,
                null,
                cut(message));
    }

    private static Observed context(String check) {
        int end = check.indexOf(CHECK_END);
        return Observed.of(
                KernelKind.CONTEXT, null, cut(end < 0 ? check : check.substring(0, end)));
    }

    private static Observed mismatch(String said) {
        int first = said.indexOf(VERSION);
        int second = first < 0 ? -1 : said.indexOf(VERSION, first + 1);
        int end = second < 0 ? -1 : said.indexOf(' ', second + VERSION.length());
        Matcher client = CLIENT.matcher(said);
        boolean named = client.matches();
        return new Observed(
                KernelKind.DRIVER_MISMATCH,
                null,
                null,
                null,
                named ? NamedProcess.number(client.group(2)) : null,
                named ? client.group(1) : null,
                cut(end < 0 ? said : said.substring(0, end)));
    }

    private static @Nullable String address(String text) {
        return PciAddress.parse(text).map(PciAddress::toString).orElse(null);
    }

    private static String cut(String text) {
        return Text.cut(text.strip(), Signal.RAW_LIMIT);
    }
}
