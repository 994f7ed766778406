package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.BootStarted;
import io.medevac.domain.detection.KernelFact.GpuEnabled;
import io.medevac.domain.detection.KernelFact.GpuIdentified;
import io.medevac.domain.detection.KernelFact.Malformed;
import io.medevac.domain.detection.KernelFact.Untrusted;
import io.medevac.domain.detection.KernelFact.XidReported;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one line of a kernel log, in any form that a logger gives it. No line ever breaks it. */
public final class KernelLineParser {
    private static final String XID = "NVRM: Xid";
    private static final String IDENTITY = "NVRM: GPU at ";
    private static final String ENABLING = "enabling device";
    private static final String BOOT = "Linux version ";

    private static final Pattern XID_FORM =
            Pattern.compile(
                    "NVRM: Xid \\((?:PCI:)?([0-9A-Fa-f:.]{0,24})(?: GPU-I:\\w{1,8})?"
                            + "(?: GPU-CI:\\w{1,8})?\\): (\\d{1,9})(?:[,\\s]\\s*(.*))?");
    private static final Pattern PID =
            Pattern.compile("pid=(?:'?<unknown>'?|(\\d{1,10}))(?:,\\s*|$)");
    private static final Pattern PROCESS =
            Pattern.compile("name=(?:'?<unknown>'?|([^,]{0,64}))(?:,\\s*|$)");
    private static final Pattern IDENTITY_FORM =
            Pattern.compile(
                    "NVRM: GPU at (?:PCI:)?([0-9A-Fa-f:.]{5,24}): (GPU-[0-9A-Fa-f-]{4,64})");
    private static final Pattern ENABLING_FORM =
            Pattern.compile("nvidia ([0-9A-Fa-f:.]{5,24}): enabling device.*");

    private KernelLineParser() {}

    /**
     * What the line says; empty for all the lines that say nothing to Medevac.
     *
     * @param raw the line without its end; control characters and broken characters are allowed
     */
    public static Optional<KernelLine> parse(String raw) {
        if (!raw.contains("NVRM: ") && !raw.contains(ENABLING) && !raw.contains(BOOT)) {
            return Optional.empty();
        }
        String line = Text.clean(raw);
        Framing framing = Framing.of(line);
        KernelFact fact = framing.trusted() ? factOf(framing.text()) : null;
        if (fact == null && line.contains(XID)) {
            fact = new Untrusted();
        }
        return Optional.ofNullable(fact)
                .map(said -> new KernelLine(said, framing.stamp(), framing.uptime()));
    }

    private static @Nullable KernelFact factOf(String text) {
        if (text.startsWith(XID)) {
            return xid(text);
        }
        if (text.startsWith(IDENTITY)) {
            Matcher form = IDENTITY_FORM.matcher(text);
            return form.matches()
                    ? PciAddress.parse(form.group(1))
                            .map(pci -> new GpuIdentified(pci.toString(), form.group(2)))
                            .orElse(null)
                    : null;
        }
        if (text.startsWith(BOOT)) {
            return new BootStarted();
        }
        Matcher form = ENABLING_FORM.matcher(text);
        return form.matches()
                ? PciAddress.parse(form.group(1))
                        .map(pci -> new GpuEnabled(pci.toString()))
                        .orElse(null)
                : null;
    }

    private static KernelFact xid(String text) {
        Matcher form = XID_FORM.matcher(text);
        if (!form.matches()) {
            return new Malformed();
        }
        String rest = form.group(3) == null ? "" : form.group(3);
        Integer pid = null;
        String process = null;
        Matcher pidForm = PID.matcher(rest);
        if (pidForm.lookingAt()) {
            pid = pidForm.group(1) == null ? null : number(pidForm.group(1));
            rest = rest.substring(pidForm.end());
        }
        Matcher processForm = PROCESS.matcher(rest);
        if (processForm.lookingAt()) {
            process = processForm.group(1);
            rest = rest.substring(processForm.end());
        }
        return new XidReported(
                PciAddress.parse(form.group(1)).map(PciAddress::toString).orElse(null),
                Integer.parseInt(form.group(2)),
                pid,
                process,
                Text.cut(rest.strip(), Signal.RAW_LIMIT));
    }

    private static @Nullable Integer number(String digits) {
        long value = Long.parseLong(digits);
        return value <= Integer.MAX_VALUE ? (int) value : null;
    }
}
