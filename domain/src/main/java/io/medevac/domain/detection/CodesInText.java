package io.medevac.domain.detection;

import io.medevac.domain.detection.KernelFact.XidReported;
import io.medevac.domain.fault.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Codes and GPUs that a text for people names: the message of a condition, an event or an alert.
 * Such a text quotes the kernel's line, or names the code in its own words.
 */
public final class CodesInText {
    /** Longest text that is read. */
    private static final int LONGEST = 65_536;

    /** Lengths at which producers cut a text: a custom plugin of NPD, and from there NVSentinel. */
    private static final int CUT_BY_PLUGIN = 80;

    private static final int CUT_BY_LENGTH = 1024;
    private static final int MOST = 32;
    private static final String SIGNS = ":=";

    private static final Pattern KERNEL =
            Pattern.compile(
                    "(?<!S)Xid \\((?:PCI:)?([0-9A-Fa-f:.]{0,24})[^)\\n]{0,40}\\): (\\d{1,9})(?!\\d)[,\\s]{0,4}");
    private static final Pattern LOOSE =
            Pattern.compile(
                    "(?<![sS])[xX][iI][dD](?:[ _]?[eE]rrors?|[ _]?ERRORS?)?[ _:=#-]{0,3}"
                            + "(?:[cC]ode[ :=]{1,2})?(\\d{1,5})(?!\\d)");
    private static final Pattern SXID =
            Pattern.compile("[sS][xX][iI][dD](?: \\([^)]{0,40}\\))?[ :=-]{1,3}(\\d{4,6})(?!\\d)");
    private static final Pattern UUID =
            Pattern.compile("GPU-[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final Pattern PCI = Pattern.compile("PCI:([0-9A-Fa-f:.]{5,16})");
    private static final Pattern INDEX =
            Pattern.compile(
                    "(?<![A-Za-z0-9_])(?:GPU|gpu)[ :#](\\d{1,3})(?![0-9A-Fa-f:])(?!\\.\\d)");

    private static final Pattern SWITCH =
            Pattern.compile("(?:nvidia-nvswitch|NVSWITCH:)(\\d{1,3})(?!\\d)");

    private CodesInText() {}

    /**
     * The text without the number that it ends with, where a producer has cut it: digits may be
     * missing.
     */
    public static String whole(String text) {
        if (text.length() != CUT_BY_PLUGIN && text.length() < CUT_BY_LENGTH) {
            return text;
        }
        int end = text.length();
        while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    /** The Xids that a text names: the kernel's own lines, else those in other words. */
    public static List<XidReported> xids(String text) {
        String read = Text.cut(text, LONGEST);
        List<XidReported> quoted = quoted(read);
        return quoted.isEmpty() ? loose(read) : quoted;
    }

    /** Whether a text quotes the kernel's line. */
    public static boolean quotesKernel(String text) {
        return !quoted(Text.cut(text, LONGEST)).isEmpty();
    }

    /**
     * Whether a text names this Xid only in a sentence for people, which may as well deny or
     * explain it. The kernel's line is none, nor is the form of a machine: the code begins the
     * text, or a colon or an equals sign is before it or in it.
     */
    public static boolean onlyTold(String text, int code) {
        String read = Text.cut(text, LONGEST).strip();
        if (!quoted(read).isEmpty()) {
            return false;
        }
        boolean told = false;
        Matcher form = LOOSE.matcher(read);
        for (int i = 0; i < MOST && form.find(); i++) {
            if (Integer.parseInt(form.group(1)) == code) {
                if (byMachine(read, form)) {
                    return false;
                }
                told = true;
            }
        }
        return told;
    }

    private static boolean byMachine(String text, Matcher form) {
        int before = form.start() - 1;
        while (before >= 0 && text.charAt(before) == ' ') {
            before--;
        }
        return before < 0
                || SIGNS.indexOf(text.charAt(before)) >= 0
                || form.group().chars().anyMatch(c -> SIGNS.indexOf(c) >= 0);
    }

    /** The SXid that a text names. */
    public static Optional<Integer> sxid(String text) {
        String read = Text.cut(text, LONGEST);
        Matcher form = SXID.matcher(read);
        return form.find() ? Optional.of(Integer.valueOf(form.group(1))) : Optional.empty();
    }

    /** The switch that a text names, {@code nvswitch1}; null when it names none. */
    public static @Nullable String nvSwitch(String text) {
        Matcher form = SWITCH.matcher(Text.cut(text, LONGEST));
        return form.find() ? "nvswitch" + Integer.parseInt(form.group(1)) : null;
    }

    /** The GPU that a text names, as far as it does. */
    public static Gpu gpu(String text) {
        String read = Text.cut(text, LONGEST);
        Matcher uuid = UUID.matcher(read);
        Matcher pci = PCI.matcher(read);
        Matcher index = INDEX.matcher(read);
        return new Gpu(
                index.find() ? Integer.valueOf(index.group(1)) : null,
                pci.find() ? address(pci.group(1)) : null,
                uuid.find() ? uuid.group() : null);
    }

    private static List<XidReported> quoted(String text) {
        List<XidReported> xids = new ArrayList<>();
        Matcher form = KERNEL.matcher(text);
        boolean more = form.find();
        while (more && xids.size() < MOST) {
            int code = Integer.parseInt(form.group(2));
            String pci = address(form.group(1));
            int rest = form.end();
            more = form.find();
            xids.add(said(pci, code, text.substring(rest, more ? form.start() : text.length())));
        }
        return xids;
    }

    private static XidReported said(@Nullable String pci, int code, String rest) {
        NamedProcess named = NamedProcess.in(rest);
        return new XidReported(pci, code, named.pid(), named.process(), named.rest().strip());
    }

    private static List<XidReported> loose(String text) {
        List<XidReported> xids = new ArrayList<>();
        Matcher form = LOOSE.matcher(text);
        while (xids.size() < MOST && form.find()) {
            int code = Integer.parseInt(form.group(1));
            if (xids.stream().noneMatch(xid -> xid.code() == code)) {
                xids.add(new XidReported(null, code, null, null, text.strip()));
            }
        }
        return xids;
    }

    private static @Nullable String address(String text) {
        String address = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return PciAddress.parse(address).map(PciAddress::toString).orElse(null);
    }
}
