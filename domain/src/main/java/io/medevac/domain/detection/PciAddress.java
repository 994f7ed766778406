package io.medevac.domain.detection;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a device on the PCI bus, without its function: drivers and tools spell it in several
 * ways, this is the one way that events and state use.
 *
 * @param domain PCI domain, from 0
 * @param bus bus, 0 to 255
 * @param device device, 0 to 31
 */
public record PciAddress(int domain, int bus, int device) {
    private static final HexFormat HEX = HexFormat.of();
    private static final int DOMAIN_DIGITS = 4;
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:([0-9A-Fa-f]{4,8}):)?([0-9A-Fa-f]{2}):([0-9A-Fa-f]{2})(?:\\.[0-7])?");

    /**
     * Reads {@code 0000:9b:00}, {@code 0000:9B:00.0}, {@code 00000000:9B:00.0} or {@code 9b:00.0}
     * (domain 0); empty when the text is none of these.
     */
    public static Optional<PciAddress> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String domain = form.group(1);
        return Optional.of(
                new PciAddress(
                        domain == null ? 0 : Integer.parseUnsignedInt(domain, 16),
                        Integer.parseInt(form.group(2), 16),
                        Integer.parseInt(form.group(3), 16)));
    }

    /** Lower case, {@code domain:bus:device}: {@code 0000:9b:00}. */
    @Override
    public String toString() {
        String high = Integer.toHexString(domain);
        return "0".repeat(Math.max(0, DOMAIN_DIGITS - high.length()))
                + high
                + ':'
                + HEX.toHexDigits((byte) bus)
                + ':'
                + HEX.toHexDigits((byte) device);
    }
}
